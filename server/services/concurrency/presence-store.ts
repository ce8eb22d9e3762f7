import type { PresenceAction } from '../../../shared/presence.ts'

/** The record that somebody is on. */
export interface RecordPlace {
  readonly mediaType: string
  readonly recordId: number
}

/** One window of one user on one record; times in Unix milliseconds. */
export interface PresenceEntry {
  readonly linkId: string
  readonly userId: number
  readonly pageKey: string
  readonly action: PresenceAction
  readonly since: number
  readonly expiresAt: number
}

/** What a refresh may change, and of whom it must be. */
export interface PresenceChange {
  readonly userId?: number | undefined
  readonly pageKey?: string | undefined
  readonly action?: PresenceAction | undefined
}

/** An entry and the other entries of its record. */
export interface Present {
  readonly entry: PresenceEntry
  readonly others: readonly PresenceEntry[]
}

/** Who is on which record. What has expired is never given out, whether it was taken away yet or not [EV7]. */
export interface PresenceStore {
  /** Of one user's windows on one record the newest `MOST_LINKS` are kept. */
  readonly link: (record: RecordPlace, who: Required<PresenceChange>) => Promise<Present>
  /** Moves the expiry on; null: there is no such link any more, or it is somebody else's. */
  readonly refresh: (linkId: string, change: PresenceChange) => Promise<Present | null>
  /** False: there was none. */
  readonly unlink: (linkId: string, userId?: number) => Promise<boolean>
  readonly entries: (record: RecordPlace) => Promise<readonly PresenceEntry[]>
  /** Takes away what has expired, once in a scan's time however often it is called. */
  readonly tidy: () => Promise<void>
  /** Throws when the store cannot serve. */
  readonly check: () => Promise<void>
}

export interface PresenceOptions {
  /** How long an entry lives without a refresh, in milliseconds. */
  readonly expiryMs: number
  /** How often expired entries are looked for, in milliseconds. */
  readonly scanMs: number
  /** Unix milliseconds. */
  readonly now: () => number
}

/** A runtime's own place for presence; null: it has none after all. */
export type OpenPresence = (options: PresenceOptions) => PresenceStore | null

/** Windows that one user may have on one record: more are somebody's script. */
export const MOST_LINKS = 20
