import type { BatchOperation, BatchResult } from '../../shared/batch.ts'
import type { Entity, EntityId, Envelope, ErrorObject } from '../../shared/envelope.ts'
import { DATA_API_MEDIA_TYPE } from '../../shared/envelope.ts'
import { AppError, ERROR_STATUS, type ErrorCode, type Problem } from '../errors.ts'
import { readEnvelope } from './exact-values.ts'

export { exactValue } from './exact-values.ts'

/** Query parameters by name; what is undefined is left out. */
export type ReadQuery = Readonly<Record<string, string | number | undefined>>

/**
 * Header that says what an `Idempotency-Key` is for in place of the body: of whoever makes the body anew for each
 * attempt, from what there is by then.
 */
export const FINGERPRINT = 'idempotency-fingerprint'

export interface BatchOptions {
  /** The caller has said that data may be lost [M1.d]. */
  readonly confirmLoss?: boolean
  /** Under which a repeat is given the first answer [D7]. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined
}

/** The data API as one caller. */
export interface DataApiClient {
  /** `GET /api/v1/<type>`. */
  readonly readList: (mediaType: string, query?: ReadQuery) => Promise<Envelope>
  /** `GET /api/v1/<type>/<id>`; an unknown id gives an envelope without entities or a DataApiError 404, by setting. */
  readonly readOne: (mediaType: string, id: EntityId, query?: ReadQuery) => Promise<Envelope>
  /** `GET /api/v1/<type>/<id>,<id>…` in blocks that no page size cuts short. */
  readonly readMany: (mediaType: string, ids: readonly EntityId[], query?: ReadQuery) => Promise<readonly Envelope[]>
  /** `GET /api/v1/<type>/<id>/<related>`, to-many [API3.a]: `related` is a media type, or the relation's `_links` key. */
  readonly readRelated: (mediaType: string, id: EntityId, related: string, query?: ReadQuery) => Promise<Envelope>
  /** `GET /api/v1/<type>` exported: the ids of all that it finds, or of the first `limit`, in its order. */
  readonly readIds: (mediaType: string, query?: ReadQuery) => Promise<readonly EntityId[]>
  /** `POST /api/v1/$batch`: all of the operations or none [D5]. */
  readonly batch: (operations: readonly BatchOperation[], options?: BatchOptions) => Promise<readonly BatchResult[]>
}

/** On whose behalf the data API is called: what the caller's own request carried. */
export interface CallerCredentials {
  /** Origin of the caller's request, which the service is reached under as well. */
  readonly origin: string
  readonly requestId: string
  readonly authorization?: string | undefined
  readonly cookie?: string | undefined
  /** The `Origin` header. */
  readonly originHeader?: string | undefined
}

/** An answer of the data API that is an error: told on as it came when nobody handles it. */
export class DataApiError extends AppError {
  readonly answeredStatus: number
  readonly errors: readonly ErrorObject[]

  constructor(status: number, errors: readonly ErrorObject[], headers: Readonly<Record<string, string>> = {}) {
    super(problems(status, errors), headers)
    this.name = 'DataApiError'
    this.answeredStatus = status
    this.errors = errors
  }
}

/** Ids per request: the largest page is never smaller (specification, "Limits"), and the address stays short. */
const BLOCK = 250

export function dataApiClient(
  send: (request: Request) => Promise<Response>,
  credentials: CallerCredentials,
): DataApiClient {
  const headers = headersOf(credentials)
  const answered = async (
    path: string,
    query: ReadQuery,
    more: Record<string, string> = {},
    init: RequestInit = {},
  ): Promise<Response> => {
    const address = `${credentials.origin}/api/v1/${path}${queryText(query)}`
    const response = await send(new Request(address, { ...init, headers: { ...Object.fromEntries(headers), ...more } }))
    if (!response.ok) throw await errorOf(response)
    return response
  }
  const read = async (path: string, query: ReadQuery): Promise<Envelope> =>
    readEnvelope(await (await answered(path, query)).text())
  return {
    readList: (mediaType, query = {}) => read(encodeURIComponent(mediaType), query),
    readOne: (mediaType, id, query = {}) => read(`${encodeURIComponent(mediaType)}/${id}`, query),
    readMany: (mediaType, ids, query = {}) =>
      Promise.all(blocks([...new Set(ids)]).map((block) => read(`${encodeURIComponent(mediaType)}/${block}`, query))),
    readRelated: (mediaType, id, related, query = {}) =>
      read(`${encodeURIComponent(mediaType)}/${id}/${encodeURIComponent(related)}`, query),
    readIds: async (mediaType, query = {}) => {
      const path = encodeURIComponent(mediaType)
      const response = await answered(path, { ...query, fields: 'id' }, { accept: 'text/csv' })
      const [, ...lines] = (await response.text()).split('\r\n')
      // the last line has an end of its own
      return lines.slice(0, -1).map(Number)
    },
    batch: async (operations, { confirmLoss, idempotency } = {}) => {
      const more = {
        'content-type': DATA_API_MEDIA_TYPE,
        // where the caller's came from was looked at with its request; this one is made to the address it is sent to
        ...(credentials.originHeader === undefined ? {} : { origin: credentials.origin }),
        ...(idempotency === undefined
          ? {}
          : { 'idempotency-key': idempotency.key, [FINGERPRINT]: idempotency.fingerprint }),
      }
      const body = JSON.stringify({ _operations: operations })
      const query = { confirmLoss: confirmLoss === true ? 'true' : undefined }
      const response = await answered('$batch', query, more, { method: 'POST', body })
      return ((await response.json()) as { readonly _results: readonly BatchResult[] })._results
    },
  }
}

/** The main entities of an envelope. */
export function entitiesOf(envelope: Envelope, mediaType: string): readonly Entity[] {
  const found = envelope[mediaType]
  return Array.isArray(found) ? (found as readonly Entity[]) : []
}

function headersOf(credentials: CallerCredentials): Headers {
  const headers = new Headers({ accept: DATA_API_MEDIA_TYPE, 'x-request-id': credentials.requestId })
  if (credentials.authorization !== undefined) headers.set('authorization', credentials.authorization)
  if (credentials.cookie !== undefined) headers.set('cookie', credentials.cookie)
  if (credentials.originHeader !== undefined) headers.set('origin', credentials.originHeader)
  return headers
}

function queryText(query: ReadQuery): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}

function blocks(ids: readonly EntityId[]): readonly string[] {
  const texts: string[] = []
  for (let at = 0; at < ids.length; at += BLOCK) texts.push(ids.slice(at, at + BLOCK).join(','))
  return texts
}

async function errorOf(response: Response): Promise<DataApiError> {
  const retryAfter = response.headers.get('retry-after')
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter }
  return new DataApiError(response.status, errorObjects(await response.text()), headers)
}

/** None when the answer is no error body of ours, a proxy's page for one. */
function errorObjects(text: string): readonly ErrorObject[] {
  const body = json(text)
  const errors = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : undefined
  return Array.isArray(errors) ? (errors as readonly ErrorObject[]) : []
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function problems(status: number, errors: readonly ErrorObject[]): readonly Problem[] {
  const known = errors.filter((error) => Object.hasOwn(ERROR_STATUS, error.code))
  if (known.length === 0) {
    const code = status >= 500 ? 'DEPENDENCY_DOWN' : 'INTERNAL'
    return [{ code, detail: `the data API answered with status ${status}` }]
  }
  return known.map(({ code, detail, source = {}, meta }) => ({
    code: code as ErrorCode,
    detail,
    ...source,
    ...(meta === undefined ? {} : { meta }),
  }))
}
