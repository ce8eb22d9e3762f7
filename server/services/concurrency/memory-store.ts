import { newLinkId, recordOfLink } from './link-id.ts'
import type { PresenceEntry, PresenceOptions, PresenceStore, RecordPlace } from './presence-store.ts'
import { alive, linked, refreshed, unlinked } from './record-presence.ts'

/** Who is on which record, for a process that has its database to itself. */
export function memoryPresence({ expiryMs, scanMs, now }: PresenceOptions): PresenceStore {
  const records = new Map<string, readonly PresenceEntry[]>()
  let nextScan = now() + scanMs
  const of = (record: RecordPlace): readonly PresenceEntry[] => records.get(keyOf(record)) ?? []
  const keep = (record: RecordPlace, entries: readonly PresenceEntry[]): void => {
    if (entries.length === 0) records.delete(keyOf(record))
    else records.set(keyOf(record), entries)
  }
  return {
    link: async (record, who) => {
      const at = now()
      const entry = { ...who, linkId: newLinkId(record), since: at, expiresAt: at + expiryMs } as PresenceEntry
      const { kept, ...present } = linked(of(record), entry, at)
      keep(record, kept)
      return present
    },
    refresh: async (linkId, change) => {
      const record = recordOfLink(linkId)
      if (record === null) return null
      const at = now()
      const changed = refreshed(of(record), linkId, change, { now: at, expiresAt: at + expiryMs })
      if (changed === null) return null
      const { kept, ...present } = changed
      keep(record, kept)
      return present
    },
    unlink: async (linkId, userId) => {
      const record = recordOfLink(linkId)
      const left = record === null ? null : unlinked(alive(of(record), now()), linkId, userId)
      if (record === null || left === null) return false
      keep(record, left)
      return true
    },
    entries: async (record) => alive(of(record), now()),
    tidy: async () => {
      const at = now()
      if (at < nextScan) return
      nextScan = at + scanMs
      for (const [key, entries] of records) {
        const left = alive(entries, at)
        if (left.length === 0) records.delete(key)
        else records.set(key, left)
      }
    },
    check: async () => undefined,
  }
}

function keyOf({ mediaType, recordId }: RecordPlace): string {
  return `${mediaType}.${recordId}`
}
