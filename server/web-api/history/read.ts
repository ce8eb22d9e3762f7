import type { Context } from 'hono'
import type { RecordHistory, VersionDifference } from '../../../shared/history.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { DataApiClient } from '../../data-api/client.ts'
import { AppError } from '../../errors.ts'
import { type AppEnv, requireCaller } from '../../http.ts'
import { type Difference, differenceOf, reversed } from '../../services/history/difference.ts'
import type { HistoryEntry } from '../../services/history/entry.ts'
import type { History } from '../../services/history/history.ts'
import { pageAsked } from '../../services/history/page-asked.ts'
import { entriesAfter, type RecordKey } from '../../services/history/record-history.ts'
import type { Send } from '../../services/transport.ts'
import { callerDataApi } from '../render-request.ts'
import { labelsOf, shownDifference, shownEntry } from './shown.ts'
import { canRead, namesOf, referencesIn, type Sight, sightOf, withoutHidden } from './sight.ts'

export interface HistorySources {
  readonly history: History
  readonly catalog: () => Catalog
  /** Reaches the data API. */
  readonly send: Send
}

/** One request about one record's history, by one caller. */
export interface HistoryRequest {
  readonly record: RecordKey
  readonly history: History
  readonly catalog: Catalog
  readonly dataApi: DataApiClient
  readonly sight: Sight
}

/** @throws {AppError} UNKNOWN_MEDIA_TYPE, or NOT_FOUND for what is no id and for a type the caller may not read. */
export function historyRequest(c: Context<AppEnv>, sources: HistorySources): HistoryRequest {
  const { rights } = requireCaller(c)
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
  return { record, history: sources.history, catalog, dataApi, sight }
}

/** One page of a record's history. A record that is gone still has one, unless it may only be hidden. */
export async function recordHistory(
  request: HistoryRequest,
  asked: { readonly page: string | undefined; readonly limit: string | undefined },
): Promise<RecordHistory> {
  const { record, history, catalog, dataApi, sight } = request
  const { page, limit } = pageAsked(asked.page, asked.limit)
  const isThere = await canRead(dataApi, record)
  if (!isThere && sight.isPartial(record.mediaType)) throw noRecord(record)
  await history.arrived(record)
  const { _meta, _entries } = await history.client.read({ ...record, page, limit, readable: sight.readable })
  if (!isThere && _meta._filterRowCount === 0) throw noRecord(record)
  const names = await namesOf(referencesIn(_entries), dataApi, catalog)
  const labels = labelsOf(catalog.mediaTypes.get(record.mediaType), catalog)
  return {
    ...record,
    page,
    pageSize: limit,
    pageCount: _meta._pageCount,
    total: _meta._filterRowCount,
    entries: _entries.map((entry) => shownEntry(withoutHidden(entry, sight, names), labels)),
    names,
  }
}

/** The net difference of two versions; without `to`, of one and the newest. */
export async function versionDifference(
  request: HistoryRequest,
  asked: { readonly from: string | undefined; readonly to: string | undefined },
): Promise<VersionDifference> {
  const { record, catalog, dataApi, sight } = request
  const from = versionAsked('from', asked.from)
  const to = asked.to === undefined || asked.to === '' ? null : versionAsked('to', asked.to)
  if (!(await canRead(dataApi, record)) && sight.isPartial(record.mediaType)) throw noRecord(record)
  const names = new Map<string, Awaited<ReturnType<typeof namesOf>>[string]>()
  const seen = async (entries: readonly HistoryEntry[]): Promise<Difference> => {
    const found = await namesOf(referencesIn(entries), dataApi, catalog)
    for (const [mediaType, own] of Object.entries(found)) names.set(mediaType, own)
    return differenceOf(entries.map((entry) => withoutHidden(entry, sight, found)))
  }
  const difference = await between(request, from, to, seen)
  const labels = labelsOf(catalog.mediaTypes.get(record.mediaType), catalog)
  return { from, to, ...shownDifference(difference, labels), names: Object.fromEntries(names) }
}

async function between(
  request: HistoryRequest,
  from: number,
  to: number | null,
  seen: (entries: readonly HistoryEntry[]) => Promise<Difference>,
): Promise<Difference> {
  const after = await changesAfter(request, from)
  if (after === null) throw unknownVersion('from', from)
  if (to === from) return seen([])
  const forward = to === null ? after : upTo(after, to)
  if (forward !== null) return seen(forward)
  const back = await changesAfter(request, to as number)
  const between = back === null ? null : upTo(back, from)
  if (between === null) throw unknownVersion('to', to as number)
  return reversed(await seen(between))
}

export function changesAfter(
  { record, history, sight }: HistoryRequest,
  version: number,
): Promise<readonly HistoryEntry[] | null> {
  return entriesAfter(record, version, sight.readable, history)
}

/** Entries up to the one that made a version; null when there is none. */
function upTo(entries: readonly HistoryEntry[], version: number): readonly HistoryEntry[] | null {
  const last = entries.findLastIndex((entry) => entry._version === version && entry._operation !== 'Removed')
  return last < 0 ? null : entries.slice(0, last + 1)
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
