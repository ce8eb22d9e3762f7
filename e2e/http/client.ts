/**
 * A small client of the data API for tests that read as the specification. Tests look the demo's records up by name, write
 * to records of their own only, and never add to the films of Steven Spielberg, which are counted.
 */
import { randomUUID } from 'node:crypto'
import type { Entity, Envelope, ErrorObject, Meta } from '../../shared/envelope.ts'
import { request } from '../harness/service.ts'

/** Query parameters, URL-encoded on the way; a text is sent as it is. */
export type Query = string | Readonly<Record<string, string | number>>
type RequestHeaders = Readonly<Record<string, string>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** An empty object where there is no body. */
  readonly body: Envelope & { readonly errors?: readonly ErrorObject[] }
}

/** A request to the data API at a path below `/api/v1`. */
export async function send(
  method: string,
  path: string,
  options: { readonly query?: Query; readonly headers?: RequestHeaders; readonly body?: unknown } = {},
): Promise<Answer> {
  const { query = '', headers = {}, body } = options
  const search = typeof query === 'string' ? query : String(new URLSearchParams(stringValues(query)))
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await request(`/api/v1${path}${search === '' ? '' : `?${search}`}`, { method, headers, ...sent })
  const text = await response.text()
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : {},
  }
}

export const get = (path: string, query: Query = '', headers: RequestHeaders = {}): Promise<Answer> =>
  send('GET', path, { query, headers })

export const post = (path: string, body: unknown, headers: RequestHeaders = {}): Promise<Answer> =>
  send('POST', path, { body, headers })

export const patch = (path: string, body: unknown, headers: RequestHeaders = {}): Promise<Answer> =>
  send('PATCH', path, { body, headers })

/** The main entities of an answer that is no error. */
export function entities(answer: Answer, type: string): readonly Entity[] {
  if (answer.status > 299) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.body[type] as readonly Entity[]
}

/** The one main entity of an answer. */
export function entity(answer: Answer, type: string): Entity {
  const all = entities(answer, type)
  if (all.length !== 1) throw new Error(`expected one of ${type}, not ${all.length}: ${answer.text.slice(0, 500)}`)
  return all[0] as Entity
}

export async function list(type: string, query: Query = ''): Promise<readonly Entity[]> {
  return entities(await get(`/${type}`, query), type)
}

/** The one record that a query finds. */
export async function find(type: string, query: Query): Promise<Entity> {
  return entity(await get(`/${type}`, query), type)
}

export async function idOf(type: string, query: Query): Promise<number> {
  return (await find(type, query))._id
}

export async function read(type: string, id: number, query: Query = ''): Promise<Entity> {
  return entity(await get(`/${type}/${id}`, query), type)
}

export async function create(type: string, element: object): Promise<Entity> {
  const answer = await post(`/${type}`, { [type]: [element] })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`)
  return entity(answer, type)
}

export async function update(type: string, id: number, element: object): Promise<Entity> {
  return entity(await patch(`/${type}/${id}`, { [type]: [element] }), type)
}

/** A film of this test's own; `title` and `slug` are nobody else's unless they are given. */
export function newMovie(members: object = {}): Promise<Entity> {
  const name = word()
  return create('movies', { title: name, slug: name, ...members })
}

/** A word that no other record holds. */
export function word(): string {
  return `w${randomUUID().replaceAll('-', '')}`
}

export function meta(answer: Answer): Meta {
  return answer.body._meta as Meta
}

export function links(of: Entity): Readonly<Record<string, unknown>> {
  return of._links ?? {}
}

export function errors(answer: Answer): readonly ErrorObject[] {
  if (answer.body.errors === undefined) throw new Error(`no error: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer.body.errors
}

/** The only error of an answer, checked against the status it came with. */
export function error(answer: Answer): ErrorObject {
  const [first, ...others] = errors(answer)
  if (first === undefined || others.length > 0) throw new Error(`expected one error: ${answer.text}`)
  if (first.status !== String(answer.status)) throw new Error(`${answer.status} with the error ${first.status}`)
  return first
}

/** The values of one member, in order. */
export const pick = (of: readonly Entity[], member: string): readonly unknown[] => of.map((each) => each[member])

export const ids = (of: readonly Entity[]): readonly number[] => of.map((each) => each._id)

function stringValues(query: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}
