import { expect } from 'vitest'
import type { FieldDocument, MediaTypeDocument, RelationDocument } from '../../server/catalog/document.ts'
import type { Entity } from '../../shared/envelope.ts'
import { valueFor } from './library-values.ts'
import type { Caller } from './saves.ts'

interface Answer {
  readonly status: number
  readonly etag: string
  readonly body: Readonly<Record<string, unknown>>
}

type Send = (method: string, path: string, body?: object) => Promise<Answer>
type Body = Readonly<Record<string, readonly [Readonly<Record<string, unknown>>]>>

/** Requests to the data API whose bodies are made of what a schema document says of a media type. */
export interface Requests {
  /** One that must not be the service's fault. */
  readonly send: Send
  /** One that must be answered with success. */
  readonly done: Send
  readonly rowsOf: (type: string, query?: string) => Promise<readonly Entity[]>
  /** A record with a value for each of some fields; a relation to itself is not among them. */
  readonly bodyOf: (
    type: MediaTypeDocument,
    fields: readonly FieldDocument[],
    own?: readonly unknown[],
  ) => Promise<Body>
  /** A new record with no more than it must have. */
  readonly add: (type: MediaTypeDocument) => Promise<Entity>
}

export function requestsOf(caller: Caller): Requests {
  const send: Send = async (method, path, body) => {
    const response = await caller.send(method, `/api/v1/${path}`, body)
    const text = await response.text()
    expect(response.status, `${method} ${path} ${JSON.stringify(body)?.slice(0, 300)}: ${text}`).toBeLessThan(500)
    const etag = response.headers.get('etag') ?? ''
    return { status: response.status, etag, body: text === '' ? {} : JSON.parse(text) }
  }
  const done: Send = async (method, path, body) => {
    const answer = await send(method, path, body)
    const succeeded = answer.status >= 200 && answer.status < 300
    expect([method, path, body, succeeded, answer.body.errors]).toEqual([method, path, body, true, undefined])
    return answer
  }
  const rowsOf: Requests['rowsOf'] = async (type, query = '') =>
    (await done('GET', `${type}?pageSize=600${query}`)).body[type] as readonly Entity[]
  const bodyOf: Requests['bodyOf'] = async (type, fields, own = []) => {
    const values: Record<string, unknown> = {}
    const links: Record<string, unknown> = {}
    for (const field of fields) {
      const relation = relationOf(type, field)
      if (relation === undefined) values[field.name] = valueFor(type, field)
      else {
        const ids = (await rowsOf(relation.related)).map(({ _id }) => _id).filter((id) => !own.includes(id))
        links[field.name] = isList(relation) ? ids.slice(0, 2) : (ids.slice(0, 2).at(-1) ?? null)
      }
    }
    return { [type.name]: [{ ...values, ...(Object.keys(links).length === 0 ? {} : { _links: links }) }] }
  }
  const add: Requests['add'] = async (type) => {
    const required = type.fields.filter((field) => field.required && !field.readOnly)
    const { body } = await done('POST', type.name, await bodyOf(type, required))
    return (body[type.name] as readonly [Entity])[0]
  }
  return { send, done, rowsOf, bodyOf, add }
}

export const columnOf = (field: FieldDocument): string => field.column ?? field.name

export function relationOf(type: MediaTypeDocument, field: FieldDocument): RelationDocument | undefined {
  return type.relations?.find(
    (relation) =>
      relation.field === field.name || (relation.column === columnOf(field) && relation.kind.endsWith('-one')),
  )
}

export const isList = ({ kind }: RelationDocument): boolean => kind === 'many-to-many' || kind === 'link-object'
export const isSortable = ({ type }: FieldDocument): boolean => !['JSON', 'MultiEnum', 'Related'].includes(type)

/** Numbers that come as text are the same. */
export function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}
