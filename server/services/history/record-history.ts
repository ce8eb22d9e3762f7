import type { HistoryClient } from './client.ts'
import { differenceOf } from './difference.ts'
import type { HistoryEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { MAX_LIMIT } from './page-asked.ts'

export interface RecordKey {
  readonly mediaType: string
  readonly id: number
}

export interface VersionedRecord extends RecordKey {
  /** Versions grow; otherwise they only differ, as those of tables that keep none. */
  readonly isOrdered: boolean
  /** The record's version now, where it is known. */
  readonly current?: number | undefined
}

export interface HistorySource {
  readonly client: Pick<HistoryClient, 'read'>
  readonly outbox: Pick<Outbox, 'waiting'>
}

/** A record's history is followed back so far and no farther. */
const FARTHEST = 50 * MAX_LIMIT

/**
 * What happened to a record after one of its versions, oldest first; null when its history does not tell. Entries that
 * have not reached the service yet are counted in. Versions may lie between two entries: a record's tag moves with its
 * link objects as well.
 *
 * @param readable media types that may be told of.
 */
export async function entriesAfter(
  { mediaType, id, isOrdered, current }: VersionedRecord,
  version: number,
  readable: readonly string[],
  { client, outbox }: HistorySource,
): Promise<readonly HistoryEntry[] | null> {
  // a removed record's last entry has the version of the one before
  const isReached = ({ _version, _operation }: HistoryEntry): boolean =>
    (isOrdered ? _version <= version : _version === version) && _operation !== 'Removed'
  // first what waits: an entry that is delivered in between is met twice, not missed
  const waiting = (await outbox.waiting(mediaType, id)).map((entry) => readableOnly(entry, readable))
  const found = new Map(waiting.map((entry) => [entry._eventId, entry]))
  const reached = waiting.findLast(isReached)
  let whole = false
  for (let page = 0; !whole && found.size < FARTHEST; page += 1) {
    const { _entries: entries } = await client.read({ mediaType, id, page, limit: MAX_LIMIT, readable })
    for (const entry of entries) found.set(entry._eventId, entry)
    whole = entries.length < MAX_LIMIT
    const oldest = entries.at(-1)
    if (entries.some(isReached) || (reached && oldest && oldest._sequence < reached._sequence)) break
  }
  const entries = [...found.values()].sort((one, other) => one._sequence - other._sequence)
  const last = entries.findLastIndex(isReached)
  if (last < 0) {
    // what a record was before its first entry follows from that entry
    return whole && entries[0] !== undefined && entries[0]._version - 1 === version ? entries : null
  }
  const isAhead = isOrdered && version !== current && entries.every(({ _version }) => _version < version)
  return isAhead ? null : entries.slice(last + 1)
}

/** Entries from one version to another, oldest first. */
export type Between =
  | { readonly entries: readonly HistoryEntry[]; readonly isReversed: boolean }
  /** The version that the history does not tell of. */
  | { readonly unknown: 'from' | 'to' }

/** @param to null: the version now. */
export async function entriesBetween(
  record: VersionedRecord,
  from: number,
  to: number | null,
  readable: readonly string[],
  source: HistorySource,
): Promise<Between> {
  const after = await entriesAfter(record, from, readable, source)
  if (after === null) return { unknown: 'from' }
  if (to === null || to === from) return { entries: to === null ? after : [], isReversed: false }
  const later = await entriesAfter(record, to, readable, source)
  if (later === null) return { unknown: 'to' }
  const [longer, shorter] = after.length < later.length ? [later, after] : [after, later]
  const end = longer.findIndex(({ _eventId }) => _eventId === shorter[0]?._eventId)
  return { entries: end < 0 ? longer : longer.slice(0, end), isReversed: longer === later }
}

/**
 * Names of the fields and relations of a record that are no longer as they were at one of its versions [D3.z]; null when
 * that is not known. Must not be called inside a transaction: the embedded database has one connection.
 *
 * @param readable media types that may be told of.
 */
export async function changedSince(
  record: VersionedRecord,
  version: number,
  readable: readonly string[],
  source: HistorySource,
): Promise<readonly string[] | null> {
  const entries = await within(CHANGED_MS, entriesAfter(record, version, readable, source)).catch(() => null)
  if (entries === null) return null
  const { fields, relations } = differenceOf(entries)
  return [...fields.keys(), ...relations.keys()]
}

/** A refused save does not wait long for what is only a help. */
const CHANGED_MS = 1000

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** As the service leaves out references itself. */
function readableOnly(entry: HistoryEntry, readable: readonly string[]): HistoryEntry {
  const seen = ({ mediaType }: { readonly mediaType?: string }): boolean =>
    mediaType === undefined || readable.includes(mediaType)
  return {
    ...entry,
    _modifiedFields: Object.fromEntries(Object.entries(entry._modifiedFields).filter(([, change]) => seen(change))),
    _addedRelations: entry._addedRelations.filter(seen),
    _removedRelations: entry._removedRelations.filter(seen),
  }
}
