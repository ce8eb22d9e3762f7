import type { Context } from 'hono'
import { DATA_API_MEDIA_TYPE, type Entity, type Envelope } from '../../../shared/envelope.ts'
import type { RestoredVersion, SkippedChange } from '../../../shared/history.ts'
import type { Field, MediaType } from '../../catalog/catalog.ts'
import { entitiesOf } from '../../data-api/client.ts'
import { AppError } from '../../errors.ts'
import { type AppEnv, bodyText } from '../../http.ts'
import { parseBody } from '../../services/history/body.ts'
import { differenceOf } from '../../services/history/difference.ts'
import type { HistoryEntry } from '../../services/history/entry.ts'
import { membersBefore } from '../../services/history/members-before.ts'
import { entriesAfter } from '../../services/history/record-history.ts'
import type { Send } from '../../services/transport.ts'
import { isObject } from '../../write/body.ts'
import { type HistoryRequest, noRecord, versioned } from './read.ts'
import { labelsOf } from './shown.ts'
import { namesOf, readRecord, referencesIn } from './sight.ts'

interface Restoration {
  /** What the update is to hold. */
  readonly element: Readonly<Record<string, unknown>>
  readonly skipped: readonly SkippedChange[]
}

/**
 * Brings a record's fields and own relations back to what they were at a version, by an ordinary update of the data API
 * as the caller: its rights, its checks and its history. An error of the update is answered as it is.
 */
export async function restoreVersion(c: Context<AppEnv>, request: HistoryRequest, send: Send): Promise<Response> {
  const { record, history, catalog, dataApi, sight } = request
  const version = versionAsked(parseBody(await bodyText(c.req)))
  const current = await readRecord(dataApi, record)
  if (current === null) throw noRecord(record)
  const entries = await entriesAfter(versioned(request, current), version, sight.readable, history)
  if (entries === null || entries[0]?._operation === 'Added') {
    throw invalidVersion(`the history of this record does not tell of version ${version}`)
  }
  const names = await namesOf(referencesIn(entries), dataApi, catalog)
  const exists = (mediaType: string, id: unknown): boolean => names[mediaType]?.[Number(id)] !== undefined
  const { element, skipped } = restoration(entries, current, request, exists)
  const answer = await send(update(c, request, element, current))
  if (!answer.ok) return new Response(answer.body, { status: answer.status, headers: contentType(answer) })
  const [restored] = entitiesOf((await answer.json()) as Envelope, record.mediaType)
  const etag = restored?._etag ?? null
  const body: RestoredVersion = { ...record, version, etag, skipped }
  return c.json(body, 200, { 'cache-control': 'no-store', ...(etag === null ? {} : { etag: `"${etag}"` }) })
}

function restoration(
  entries: readonly HistoryEntry[],
  current: Entity,
  { record, catalog, sight }: HistoryRequest,
  exists: (mediaType: string, id: unknown) => boolean,
): Restoration {
  const type = catalog.mediaTypes.get(record.mediaType) as MediaType
  const labels = labelsOf(type, catalog)
  const values: Record<string, unknown> = {}
  const links: Record<string, unknown> = {}
  const skipped: SkippedChange[] = []
  const gone = (mediaType: string, ids: readonly number[]) =>
    ({ reason: 'gone', mediaType, ids: sight.isPartial(mediaType) ? [] : ids }) as const

  const { fields, relations } = differenceOf(entries)
  const orders = [...fields.keys()].filter((name) => !type.fields.has(name) && type.relations.has(name))
  for (const [name, { old, mediaType }] of fields) {
    if (orders.includes(name)) continue
    const field = type.fields.get(name)
    const skip = (why: Omit<SkippedChange, 'name' | 'label'>): void =>
      void skipped.push({ name, label: labels.field(name), ...why })
    if (field === undefined) skip({ reason: 'unknown' })
    else if (!isWritable(field)) skip({ reason: field.readOnly ? 'read-only' : 'secret' })
    else if (field.relation === null) values[name] = old
    else if (old === null || exists(mediaType ?? field.relation.to, old)) links[name] = old
    else skip(gone(field.relation.to, [Number(old)]))
  }
  for (const key of new Set([...relations.keys(), ...orders])) {
    const relation = type.relations.get(key)
    const skip = (why: Omit<SkippedChange, 'name' | 'label'>): void =>
      void skipped.push({ name: key, label: labels.relation(key), ...why })
    const field = relation?.field == null ? undefined : type.fields.get(relation.field)
    if (relation === undefined) skip({ reason: 'unknown' })
    else if (!relation.owned && field === undefined) skip({ reason: 'other-side' })
    else if (field?.readOnly) skip({ reason: 'read-only' })
    else {
      const now = linked(current, key)
      const before = membersBefore(entries, key, now)
      const present = new Set(now)
      const isThere = (id: number): boolean => present.has(id) || exists(relation.to, id)
      const missing = before.filter((id) => !isThere(id))
      if (missing.length > 0) skip(gone(relation.to, missing))
      const members = before.filter(isThere)
      links[key] = relation.cardinality === 'one' ? (members[0] ?? null) : members
    }
  }
  return { element: Object.keys(links).length === 0 ? values : { ...values, _links: links }, skipped }
}

function isWritable({ readOnly, type }: Field): boolean {
  return !readOnly && type.placeholder === undefined
}

function linked({ _links }: Entity, key: string): readonly number[] {
  const value = _links?.[key]
  if (Array.isArray(value)) return value as readonly number[]
  return typeof value === 'number' ? [value] : []
}

/** The update is made of what was read: where the caller names no tag, the one read must still hold. */
function update(c: Context<AppEnv>, { record }: HistoryRequest, element: object, current: Entity): Request {
  const { mediaType, id } = record
  const given = c.req.header('if-match')
  const headers = new Headers({
    'content-type': DATA_API_MEDIA_TYPE,
    accept: DATA_API_MEDIA_TYPE,
    'x-request-id': c.get('requestId'),
    'if-match': given === undefined || given.trim() === '*' ? `"${current._etag}"` : given,
  })
  for (const name of ['authorization', 'cookie']) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const { origin } = new URL(c.req.url)
  // where the caller's came from was looked at with its request; this one is made to the address it is sent to
  if (c.req.header('origin') !== undefined) headers.set('origin', origin)
  const address = `${origin}/api/v1/${mediaType}/${id}?hideMeta=1&hideLinks=1`
  return new Request(address, { method: 'PATCH', headers, body: JSON.stringify({ [mediaType]: [element] }) })
}

function versionAsked(body: unknown): number {
  const version = isObject(body) ? body.version : undefined
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0) return version
  throw invalidVersion('expected {"version": …} with the number of a version')
}

function invalidVersion(detail: string): AppError {
  return new AppError({ code: 'VALIDATION', pointer: '/version', detail })
}

function contentType(answer: Response): Record<string, string> {
  return { 'content-type': answer.headers.get('content-type') ?? 'application/json' }
}
