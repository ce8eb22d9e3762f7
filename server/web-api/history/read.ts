import type { Context } from 'hono'
import type { Entity } from '../../../shared/envelope.ts'
import type { RecordHistory, VersionDifference } from '../../../shared/history.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { seenCatalog } from '../../catalog/seen-catalog.ts'
import type { DataApiClient } from '../../data-api/client.ts'
import { AppError } from '../../errors.ts'
import { type AppEnv, type Caller, requireCaller } from '../../http.ts'
import { differenceOf, reversed } from '../../services/history/difference.ts'
import type { HistoryEntry } from '../../services/history/entry.ts'
import type { History } from '../../services/history/history.ts'
import { pageAsked } from '../../services/history/page-asked.ts'
import { entriesBetween, type RecordKey, type VersionedRecord } from '../../services/history/record-history.ts'
import type { Send } from '../../services/transport.ts'
import { callerDataApi } from '../render-request.ts'
import { authorsFor } from './authors.ts'
import { labelsOf, shownDifference, shownEntry } from './shown.ts'
import { namesOf, readRecord, referencesIn, type Sight, sightOf, versionOf, withoutHidden } from './sight.ts'

export interface HistorySources {
  readonly history: History
  readonly catalog: () => Catalog
  /** Reaches the data API. */
  readonly send: Send
  /** Saves are told to edit history [EV3]. */
  readonly keepsHistory: boolean
}

/** One request about one record's history, by one caller. */
export interface HistoryRequest {
  readonly record: RecordKey
  readonly history: History
  readonly catalog: Catalog
  readonly dataApi: DataApiClient
  readonly sight: Sight
  readonly caller: Caller
}

/** @throws {AppError} UNKNOWN_MEDIA_TYPE, or NOT_FOUND for what is no id and for a type the caller may not read. */
export function historyRequest(c: Context<AppEnv>, sources: HistorySources): HistoryRequest {
  const caller = requireCaller(c)
  const { rights } = caller
  const catalog = sources.catalog()
  const mediaType = c.req.param('mediaType') ?? ''
  const id = c.req.param('id') ?? ''
  if (!catalog.mediaTypes.has(mediaType)) {
    throw new AppError({ code: 'UNKNOWN_MEDIA_TYPE', detail: `there is no media type ${JSON.stringify(mediaType)}` })
  }
  const sight = sightOf(catalog, rights)
  const record = { mediaType, id: Number(id) }
  if (!/^\d{1,15}$/.test(id) || !sight.readable.includes(mediaType)) throw noRecord(record)
  const dataApi = callerDataApi(c, sources.send)
  return { record, history: sources.history, catalog: seenCatalog(catalog, rights), dataApi, sight, caller }
}

/** One page of a record's history. A record that is gone still has one, unless it may only be hidden. */
export async function recordHistory(
  request: HistoryRequest,
  asked: { readonly page: string | undefined; readonly limit: string | undefined },
): Promise<RecordHistory> {
  const { record, history, catalog, dataApi, sight } = request
  const { page, limit } = pageAsked(asked.page, asked.limit)
  const isThere = (await readRecord(dataApi, record, 'id')) !== null
  if (!isThere && sight.isPartial(record.mediaType)) throw noRecord(record)
  await history.arrived(record)
  const { _meta, _entries } = await history.client.read({ ...record, page, limit, readable: sight.readable })
  if (!isThere && _meta._filterRowCount === 0) throw noRecord(record)
  const entries = await withAuthors(_entries, request)
  const names = await namesOf(referencesIn(entries), dataApi, catalog)
  const labels = labelsOf(catalog.mediaTypes.get(record.mediaType), catalog)
  return {
    ...record,
    page,
    pageSize: limit,
    pageCount: _meta._pageCount,
    total: _meta._filterRowCount,
    entries: entries.map((entry) => shownEntry(withoutHidden(entry, record.mediaType, sight, names), labels)),
    names,
  }
}

/** Entries with their authors as the caller may know them. */
export async function withAuthors(
  entries: readonly HistoryEntry[],
  { sight, ...reader }: HistoryRequest,
): Promise<readonly HistoryEntry[]> {
  const authors = entries.map(({ _user }) => _user)
  const told = await authorsFor(authors, { ...reader, readable: sight.readable })
  return entries.map((entry) => ({ ...entry, _user: told(entry._user) }))
}

/** The net difference of two versions; without `to`, of one and the newest. */
export async function versionDifference(
  request: HistoryRequest,
  asked: { readonly from: string | undefined; readonly to: string | undefined },
): Promise<VersionDifference> {
  const { record, catalog, dataApi, sight } = request
  const from = versionAsked('from', asked.from)
  const to = asked.to === undefined || asked.to === '' ? null : versionAsked('to', asked.to)
  const now = await readRecord(dataApi, record, 'id')
  if (now === null && sight.isPartial(record.mediaType)) throw noRecord(record)
  await request.history.arrived(record)
  const found = await entriesBetween(versioned(request, now), from, to, sight.readable, request.history)
  if ('unknown' in found) throw unknownVersion(found.unknown, found.unknown === 'from' ? from : (to as number))
  const names = await namesOf(referencesIn(found.entries), dataApi, catalog)
  const net = differenceOf(found.entries.map((entry) => withoutHidden(entry, record.mediaType, sight, names)))
  const labels = labelsOf(catalog.mediaTypes.get(record.mediaType), catalog)
  return { from, to, ...shownDifference(found.isReversed ? reversed(net) : net, labels), names }
}

export function versioned({ record, catalog }: HistoryRequest, now: Entity | null): VersionedRecord {
  const isOrdered = catalog.mediaTypes.get(record.mediaType)?.versionSource === 'version'
  return { ...record, isOrdered, current: now === null ? undefined : versionOf(now) }
}

function versionAsked(parameter: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    throw new AppError({ code: 'PARAMETER', parameter, detail: 'expected the number of a version' })
  }
  return Number(text)
}

export function noRecord({ mediaType, id }: RecordKey): AppError {
  const detail = Number.isNaN(id)
    ? `${mediaType}: expected an id`
    : `there is no record of ${mediaType} with id ${id}, nor a history of one`
  return new AppError({ code: 'NOT_FOUND', detail })
}

function unknownVersion(parameter: string, version: number): AppError {
  return new AppError({ code: 'NOT_FOUND', parameter, detail: `the history does not tell of version ${version}` })
}
