import type { HistoryClient } from './client.ts'
import { differenceOf } from './difference.ts'
import type { HistoryEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { MAX_LIMIT } from './page-asked.ts'

export interface RecordKey {
  readonly mediaType: string
  readonly id: number
}

/** A record's history is followed back so far and no farther. */
const FARTHEST = 50 * MAX_LIMIT

/**
 * What happened to a record after one of its versions, oldest first; null when its history does not go back to that
 * version. Entries that have not reached the service yet are counted in.
 *
 * @param readable media types that may be told of.
 */
export async function entriesAfter(
  { mediaType, id }: RecordKey,
  version: number,
  readable: readonly string[],
  { client, outbox }: { readonly client: Pick<HistoryClient, 'read'>; readonly outbox: Pick<Outbox, 'waiting'> },
): Promise<readonly HistoryEntry[] | null> {
  // a removed record's last entry has the version of the one before
  const marks = (entry: HistoryEntry): boolean => entry._version === version && entry._operation !== 'Removed'
  // first what waits: an entry that is delivered in between is met twice, not missed
  const waiting = (await outbox.waiting(mediaType, id)).map((entry) => readableOnly(entry, readable))
  const found = new Map(waiting.map((entry) => [entry._eventId, entry]))
  const known = waiting.findLast(marks)
  let whole = false
  for (let page = 0; !whole && found.size < FARTHEST; page += 1) {
    const { _entries: entries } = await client.read({ mediaType, id, page, limit: MAX_LIMIT, readable })
    for (const entry of entries) found.set(entry._eventId, entry)
    whole = entries.length < MAX_LIMIT
    const oldest = entries.at(-1)
    if (entries.some(marks) || (known && oldest && oldest._sequence < known._sequence)) break
  }
  const entries = [...found.values()].sort((one, other) => one._sequence - other._sequence)
  const last = entries.findLastIndex(marks)
  if (last >= 0) return entries.slice(last + 1)
  // what a record was before its first entry follows from that entry
  return whole && entries[0] !== undefined && entries[0]._version - 1 === version ? entries : null
}

/**
 * Names of the fields and relations of a record that are no longer as they were at one of its versions [D3.z]; null when
 * that is not known. Must not be called inside a transaction: the embedded database has one connection.
 *
 * @param readable media types that may be told of.
 */
export async function changedSince(
  record: RecordKey,
  version: number,
  readable: readonly string[],
  sources: Parameters<typeof entriesAfter>[3],
): Promise<readonly string[] | null> {
  const entries = await within(CHANGED_MS, entriesAfter(record, version, readable, sources)).catch(() => null)
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
