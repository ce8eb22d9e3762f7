import type { EntityId } from '../../../shared/envelope.ts'
import type { RecentChanges, RecordHistory, RestoredVersion, VersionDifference } from '../../../shared/history.ts'
import { request } from './client.ts'
import type { RecordVersion } from './records.ts'

/** Whose history it is. */
export interface HistoryKey {
  readonly mediaType: string
  readonly id: EntityId
}

/** Versions on one page of a history. */
const PAGE = 50

/** @param mine only what the user changed. */
export function loadRecent(mine: boolean, signal?: AbortSignal): Promise<RecentChanges> {
  return request(`/api/v2/history?limit=15${mine ? '&mine=true' : ''}`, { signal })
}

/** @param page from 0, newest versions first. */
export function loadHistory(record: HistoryKey, page: number, signal?: AbortSignal): Promise<RecordHistory> {
  return request(`${path(record)}?page=${page}&limit=${PAGE}`, { signal })
}

/** @param to `null` is the record as it is now. */
export function loadDifference(
  record: HistoryKey,
  from: number,
  to: number | null,
  signal?: AbortSignal,
): Promise<VersionDifference> {
  return request(`${path(record)}/difference?from=${from}${to === null ? '' : `&to=${to}`}`, { signal })
}

/**
 * Refused when the record has moved on from the tag.
 *
 * @param confirmLoss the user knows which data a change of metadata destroys.
 */
export function restoreVersion(
  { etag, ...record }: RecordVersion,
  version: number,
  confirmLoss = false,
): Promise<RestoredVersion> {
  return request(`${path(record)}/restore${confirmLoss ? '?confirmLoss=true' : ''}`, {
    method: 'POST',
    body: { version },
    headers: { 'if-match': `"${etag}"` },
  })
}

function path({ mediaType, id }: HistoryKey): string {
  return `/api/v2/history/${encodeURIComponent(mediaType)}/${id}`
}
