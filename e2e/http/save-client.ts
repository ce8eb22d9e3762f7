/** Saves of the demo's pages, as the shell makes them. */
import type { ErrorObject } from '../../shared/envelope.ts'
import type { FormData, PageResponse } from '../../shared/page.ts'
import { type BrowserSession, signIn } from './session.ts'

export interface Saved {
  readonly status: number
  readonly page: PageResponse
  readonly errors: readonly ErrorObject[]
  readonly text: string
  readonly headers: Headers
}

let session: Promise<BrowserSession> | null = null

/** The session of all saves of a test file. */
export function ownSession(): Promise<BrowserSession> {
  session ??= signIn()
  return session
}

/** Saves a page as the shell does. */
export async function save(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Saved> {
  const answer = await (await ownSession()).send(`/api/v2/save/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  const text = await answer.text()
  const json = JSON.parse(text)
  return { status: answer.status, page: json, errors: json.errors ?? [], text, headers: answer.headers }
}

export const edits = (values: object, more: object = {}) => ({
  components: [{ key: 'form', data: { values } }],
  ...more,
})
export const display = async (path: string): Promise<PageResponse> =>
  (await (await (await ownSession()).send(`/api/v2/display/${path}`)).json()) as PageResponse
export const dataOf = ({ data }: PageResponse, key = 'form') =>
  data.components.find((component) => component.key === key)?.data as FormData
