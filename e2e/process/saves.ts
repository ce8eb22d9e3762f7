import { CREDENTIALS } from '../harness/credentials.ts'
import type { Settings } from '../harness/servers.ts'

/** What is known of a record from the answers to its saves: those the service has acknowledged. */
export interface Acknowledged {
  readonly id: number
  version: number
}

export interface Caller {
  /** The value of its `Authorization` header. */
  readonly authorization: string
  /** A request to a path as the tests' service client. */
  readonly send: (method: string, path: string, body?: object, headers?: Settings) => Promise<Response>
  /** The same with a body as it is. */
  readonly sendRaw: (method: string, path: string, body: BodyInit, headers: Settings) => Promise<Response>
}

export async function callerOf(url: string): Promise<Caller> {
  const form = new URLSearchParams({
    grant_type: 'password',
    client_id: CREDENTIALS.SERVICE_CLIENT_ID,
    client_secret: CREDENTIALS.SERVICE_CLIENT_SECRET,
    username: CREDENTIALS.ADMIN_EMAIL,
    password: CREDENTIALS.ADMIN_PASSWORD,
  })
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: form })
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  const authorization = `Bearer ${token}`
  return {
    authorization,
    send: (method, path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    sendRaw: (method, path, body, headers) =>
      fetch(`${url}${path}`, { method, headers: { authorization, ...headers }, body, duplex: 'half' } as RequestInit),
  }
}

/** Saves one source: a new one, or the next name of a known one. Gives the id and the version it was acknowledged with. */
export async function saveSource({ send }: Caller, id: number | null, name: string): Promise<Acknowledged> {
  const body = { sources: [{ name }] }
  const response =
    id === null ? await send('POST', '/api/v1/sources', body) : await send('PATCH', `/api/v1/sources/${id}`, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`a save was answered with ${response.status}: ${text}`)
  const [saved] = (
    JSON.parse(text) as { readonly sources: readonly { readonly _id: number; readonly _etag: string }[] }
  ).sources
  return { id: saved?._id ?? 0, version: Number(saved?._etag.split('.')[0]) }
}

/** Versions that a record's history tells of, oldest first. */
export async function versionsInHistory({ send }: Caller, id: number): Promise<readonly number[]> {
  const response = await send('POST', `/edithistory/v1/read/sources/${id}?limit=600`, { _readable: ['sources'] })
  const { _entries } = (await response.json()) as { readonly _entries: readonly { readonly _version: number }[] }
  return _entries.map(({ _version }) => _version).toReversed()
}

export function upTo(version: number): readonly number[] {
  return Array.from({ length: version }, (_, index) => index + 1)
}

/** Waits until `holds` says yes; the last reason it gave otherwise is the error. */
export async function eventually(holds: () => Promise<string | null>, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const reason = await holds()
    if (reason === null) return
    if (Date.now() > deadline) throw new Error(`not within ${limitMs} ms: ${reason}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
