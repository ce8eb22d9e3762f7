import {
  DATA_API_MEDIA_TYPE,
  type Entity,
  type EntityId,
  type Envelope,
  type ErrorBody,
  type ErrorObject,
} from '../envelope.ts'

/** The data API refused a request; `errors` say what is wrong and where. */
export class DataApiError extends Error {
  readonly status: number
  readonly errors: readonly ErrorObject[]

  constructor(status: number, errors: readonly ErrorObject[]) {
    super(errors[0]?.detail ?? `The server answered ${status}.`)
    this.name = 'DataApiError'
    this.status = status
    this.errors = errors
  }
}

/** Somebody changed the record meanwhile: nothing was saved. Read it again, and let the user choose. */
export function isConflict(error: unknown): error is DataApiError {
  return error instanceof DataApiError && error.status === 412
}

/**
 * Reads records as the signed-in user: `readRecords('movies', { filter: 'year_$ge_1990', sort: '-year' })`.
 *
 * @throws {DataApiError} what the server refused; {TypeError} when it could not be reached.
 */
export async function readRecords(
  mediaType: string,
  query: Readonly<Record<string, string | number>> = {},
  signal?: AbortSignal,
): Promise<readonly Entity[]> {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  const envelope = await send(`${mediaType}?${new URLSearchParams(texts)}`, { signal: signal ?? null })
  return entitiesOf(envelope, mediaType)
}

/** Reads one record; undefined: there is none, or the user may not see it. Throws as `readRecords` does. */
export async function readRecord(mediaType: string, id: EntityId, signal?: AbortSignal): Promise<Entity | undefined> {
  return entitiesOf(await send(`${mediaType}/${id}`, { signal: signal ?? null }), mediaType)[0]
}

/** A record as the user saw it: it is not written to if it has moved on from this tag. */
export interface SeenRecord {
  readonly id: EntityId
  readonly etag: string
}

/** A record after a save, with the tag that the next one needs. */
export interface ChangedRecord extends SeenRecord {
  readonly entity: Entity
}

/**
 * Writes the given fields, and no others, to one record or to several in one transaction.
 *
 * @throws {DataApiError} status 412 when one of them was changed meanwhile; see `isConflict`.
 */
export async function changeRecords(
  mediaType: string,
  records: readonly SeenRecord[],
  values: Readonly<Record<string, unknown>>,
): Promise<readonly ChangedRecord[]> {
  const [only, ...others] = records
  if (only === undefined) return []
  const single = others.length === 0
  const elements = single ? [values] : records.map(({ id, etag }) => ({ ...values, _id: id, _etag: etag }))
  const envelope = await send(single ? `${mediaType}/${only.id}` : mediaType, {
    method: 'PATCH',
    headers: { 'content-type': DATA_API_MEDIA_TYPE, ...(single ? { 'if-match': `"${only.etag}"` } : {}) },
    body: JSON.stringify({ [mediaType]: elements }),
  })
  return entitiesOf(envelope, mediaType).map((entity) => ({ id: entity._id, etag: entity._etag, entity }))
}

/** The shell and the data API share their origin, and so the session's cookie. */
async function send(path: string, init: RequestInit): Promise<Envelope> {
  const headers = { accept: DATA_API_MEDIA_TYPE, ...init.headers }
  const response = await fetch(`/api/v1/${path}`, { ...init, credentials: 'same-origin', headers })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && body !== null) return body as Envelope
  const { errors } = (body ?? {}) as Partial<ErrorBody>
  throw new DataApiError(response.status, Array.isArray(errors) ? errors : [])
}

function entitiesOf(envelope: Envelope, mediaType: string): readonly Entity[] {
  const found = envelope[mediaType]
  return Array.isArray(found) ? (found as Entity[]) : []
}
