import type { Context } from 'hono'
import { DATA_API_MEDIA_TYPE, type Entity, type Envelope } from '../../../shared/envelope.ts'
import type { RestoredVersion } from '../../../shared/history.ts'
import { entitiesOf } from '../../data-api/client.ts'
import { jsonBody } from '../../data-api/json-body.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import { entriesAfter } from '../../services/history/record-history.ts'
import type { Send } from '../../services/transport.ts'
import { isObject } from '../../write/body.ts'
import { type HistoryRequest, noRecord, versioned } from './read.ts'
import { errorsIn, withoutRefused } from './refused.ts'
import { elementOf, type Restoration, restoration } from './restoration.ts'
import { namesOf, readRecord, referencesIn } from './sight.ts'

/**
 * Brings a record's fields and own relations back to what they were at a version, by an ordinary update of the data API
 * as the caller: its rights, its checks and its history. What the update's checks refuse of it is left as it is, and told;
 * any other error of the update is answered as it is.
 */
export async function restoreVersion(c: Context<AppEnv>, request: HistoryRequest, send: Send): Promise<Response> {
  const { record, history, catalog, dataApi, sight } = request
  const version = versionAsked(await jsonBody(c))
  const current = await readRecord(dataApi, record)
  if (current === null) throw cannotBeRestored(record)
  // what was renamed a moment ago must not be taken for gone, nor for another of its name
  await history.arrived(record)
  const entries = await entriesAfter(versioned(request, current), version, sight.readable, history)
  if (entries === null || entries[0]?._operation === 'Added') {
    throw invalidVersion(`the history of this record does not tell of version ${version}`)
  }
  const names = await namesOf(referencesIn(entries), dataApi, catalog)
  const exists = (mediaType: string, id: unknown): boolean => names[mediaType]?.[Number(id)] !== undefined
  let plan: Restoration | null = restoration(entries, current, request, exists)
  for (;;) {
    const answer = await send(update(c, request, elementOf(plan), current))
    const text = await answer.text()
    if (answer.ok) return restored(c, { ...record, version, skipped: plan.skipped }, text)
    plan = withoutRefused(plan, errorsIn(text), request)
    if (plan === null) return new Response(text, { status: answer.status, headers: contentType(answer) })
  }
}

/** A removed record and one that may not be read are told alike [P3]. */
function cannotBeRestored(record: HistoryRequest['record']): AppError {
  const { mediaType, id } = record
  if (Number.isNaN(id)) return noRecord(record)
  const detail = `there is no record of ${mediaType} with id ${id}; one that was removed is not brought back`
  return new AppError({ code: 'NOT_FOUND', detail })
}

function restored(c: Context<AppEnv>, told: Omit<RestoredVersion, 'etag'>, text: string): Response {
  const [entity] = entitiesOf(JSON.parse(text) as Envelope, told.mediaType)
  const etag = entity?._etag ?? null
  const body: RestoredVersion = { ...told, etag }
  return c.json(body, 200, { 'cache-control': 'no-store', ...(etag === null ? {} : { etag: `"${etag}"` }) })
}

const CONFIRMATION = 'confirmLoss'

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
  // whether data may be lost is the data API's to ask, and to be told
  const confirmations = (c.req.queries(CONFIRMATION) ?? []).map((value) => [CONFIRMATION, value])
  const query = new URLSearchParams([['hideMeta', '1'], ['hideLinks', '1'], ...confirmations])
  return new Request(`${origin}/api/v1/${mediaType}/${id}?${query}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ [mediaType]: [element] }),
  })
}

function versionAsked(body: unknown): number {
  const version = isObject(body) && Object.keys(body).length === 1 ? body.version : undefined
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0) return version
  throw invalidVersion('expected {"version": …} with the number of a version')
}

function invalidVersion(detail: string): AppError {
  return new AppError({ code: 'VALIDATION', pointer: '/version', detail })
}

function contentType(answer: Response): Record<string, string> {
  return { 'content-type': answer.headers.get('content-type') ?? 'application/json' }
}
