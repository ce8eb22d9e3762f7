import type { Entity, ErrorObject } from '../../shared/envelope.ts'
import type { RecordHistory, RestoredVersion, VersionDifference } from '../../shared/history.ts'
import { request } from '../harness/service.ts'

type Errors = { readonly errors?: readonly ErrorObject[] }

interface Found<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T & Errors
}

/** A request with JSON on both sides, as the tests' service client. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Found<T>> {
  const json = { accept: 'application/json', 'content-type': 'application/json', ...headers }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await request(path, { method, headers: json, ...sent })
  return { status: response.status, headers: response.headers, body: (await response.json()) as T & Errors }
}

export const history = (type: string, id: number, query = '') =>
  call<RecordHistory>('GET', `/api/v2/history/${type}/${id}${query}`)
export const difference = (type: string, id: number, query: string) =>
  call<VersionDifference>('GET', `/api/v2/history/${type}/${id}/difference?${query}`)
export const restore = (type: string, id: number, version: unknown, headers = {}, query = '') =>
  call<RestoredVersion>('POST', `/api/v2/history/${type}/${id}/restore${query}`, { version }, headers)
export const versionOf = ({ _etag }: Entity): number => Number(_etag.split('.')[0])

interface ServicePage {
  readonly _meta: Readonly<Record<string, number>>
  readonly _entries: readonly Readonly<Record<string, unknown>>[]
}
export const READABLE = ['movies', 'genres', 'people', 'collections', 'collection_movies']
export const serviceRead = (type: string, id: number, readable: readonly string[] = READABLE, query = '') =>
  call<ServicePage>('POST', `/edithistory/v1/read/${type}/${id}${query}`, { _readable: readable })
