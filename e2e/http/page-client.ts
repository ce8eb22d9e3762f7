/** Pages of a test's own, read and saved as the shell does. */
import type { ErrorObject } from '../../shared/envelope.ts'
import type { PageResponse } from '../../shared/page.ts'
import { request } from '../harness/service.ts'
import { create, word } from './client.ts'

export interface OwnComponent {
  readonly key: string
  readonly type: string
  readonly title?: string
  readonly configuration?: Readonly<Record<string, unknown>>
}

type Send = (path: string, init: RequestInit) => Promise<Response>

/** Adds a page with these components and gives its key. */
export async function newPage(mediaType: string | null, components: readonly OwnComponent[]): Promise<string> {
  const key = word().slice(0, 20)
  await create('adm_pages', { page_key: key, title: `Page ${key}`, mediatype: mediaType, layout: 'stack' })
  for (const [index, { key: componentKey, ...component }] of components.entries()) {
    await create('adm_page_components', {
      page_key: key,
      component_key: componentKey,
      sort_order: index + 1,
      configuration: {},
      ...component,
    })
  }
  return key
}

export interface PageAnswer {
  readonly status: number
  readonly page: PageResponse
  readonly errors: readonly ErrorObject[]
}

/** @param send somebody else's session. */
export const display = (key: string, item?: number | string, send?: Send): Promise<PageAnswer> =>
  answered(`/api/v2/display/${key}${item === undefined ? '' : `/${item}`}`, undefined, send)

/** Saves what the components hold: edits by component key. */
export function savePage(
  key: string,
  item: number | string,
  edits: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
  send?: Send,
): Promise<PageAnswer> {
  const components = Object.entries(edits).map(([component, data]) => ({ key: component, data }))
  return answered(`/api/v2/save/${key}/${item}`, { ...more, components }, send)
}

export const schemaOf = <S>({ page }: PageAnswer, key: string): S =>
  page.schema.components.find((component) => component.key === key)?.schema as S

export const dataOf = <D>({ page }: PageAnswer, key: string): D =>
  page.data.components.find((component) => component.key === key)?.data as D

export const shownIn = ({ page }: PageAnswer): readonly string[] => page.schema.components.map(({ key }) => key)

async function answered(path: string, body?: unknown, send: Send = request): Promise<PageAnswer> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const write = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await send(path, { headers, ...write })
  const json = JSON.parse(await response.text())
  return { status: response.status, page: json as PageResponse, errors: json.errors ?? [] }
}
