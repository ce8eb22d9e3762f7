import { DurableObject } from 'cloudflare:workers'
import { newLinkId, recordOfLink } from '../services/concurrency/link-id.ts'
import type {
  PresenceChange,
  PresenceEntry,
  PresenceOptions,
  PresenceStore,
  Present,
  RecordPlace,
} from '../services/concurrency/presence-store.ts'
import { alive, linked, refreshed, unlinked } from '../services/concurrency/record-presence.ts'

const ENTRIES = 'entries'
const SCAN_MS = 'scanMs'

/** The entries of one record. What is decided about them is in `services/concurrency/record-presence.ts`. */
export class PresenceObject extends DurableObject {
  async link(entry: PresenceEntry, { now, scanMs }: { now: number; scanMs: number }): Promise<Present> {
    const { kept, ...present } = linked(await this.entries(), entry, now)
    await this.keep(kept)
    await this.ctx.storage.put(SCAN_MS, scanMs)
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + scanMs)
    return present
  }

  async refresh(
    linkId: string,
    change: PresenceChange,
    times: { now: number; expiresAt: number },
  ): Promise<Present | null> {
    const changed = refreshed(await this.entries(), linkId, change, times)
    if (changed === null) return null
    const { kept, ...present } = changed
    await this.keep(kept)
    return present
  }

  async unlink(linkId: string, userId: number | undefined, now: number): Promise<boolean> {
    const left = unlinked(alive(await this.entries(), now), linkId, userId)
    if (left !== null) await this.keep(left)
    return left !== null
  }

  async alive(now: number): Promise<readonly PresenceEntry[]> {
    return alive(await this.entries(), now)
  }

  /** The scan: an object without entries keeps nothing, and is not woken again. */
  override async alarm(): Promise<void> {
    const left = alive(await this.entries(), Date.now())
    if (left.length === 0) return this.ctx.storage.deleteAll()
    await this.keep(left)
    const scanMs = (await this.ctx.storage.get<number>(SCAN_MS)) ?? 0
    await this.ctx.storage.setAlarm(Date.now() + scanMs)
  }

  private async entries(): Promise<readonly PresenceEntry[]> {
    return (await this.ctx.storage.get<readonly PresenceEntry[]>(ENTRIES)) ?? []
  }

  private keep(entries: readonly PresenceEntry[]): Promise<void> {
    return this.ctx.storage.put(ENTRIES, entries)
  }
}

/** Who is on which record, in an object for each record. */
export function objectPresence(
  objects: DurableObjectNamespace<PresenceObject>,
  { expiryMs, scanMs, now }: PresenceOptions,
): PresenceStore {
  const at = ({ mediaType, recordId }: RecordPlace) => objects.getByName(`${mediaType}.${recordId}`)
  return {
    link: async (record, who) => {
      const since = now()
      const entry = { ...who, linkId: newLinkId(record), since, expiresAt: since + expiryMs } as PresenceEntry
      return at(record).link(entry, { now: since, scanMs })
    },
    refresh: async (linkId, change) => {
      const record = recordOfLink(linkId)
      const time = now()
      return record && at(record).refresh(linkId, change, { now: time, expiresAt: time + expiryMs })
    },
    unlink: async (linkId, userId) => {
      const record = recordOfLink(linkId)
      return record !== null && at(record).unlink(linkId, userId, now())
    },
    entries: async (record) => at(record).alive(now()),
    // each object's alarm sees to its own
    tidy: async () => undefined,
    check: async () => void (await objects.getByName('health').alive(now())),
  }
}
