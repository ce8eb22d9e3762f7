import { MOST_LINKS, type PresenceChange, type PresenceEntry, type Present } from './presence-store.ts'

/** All entries of one record as they are to be kept, and what is to be told of one of them. */
interface Changed extends Present {
  readonly kept: readonly PresenceEntry[]
}

/** Decides over the entries of one record, wherever they are kept. */
export function alive(entries: readonly PresenceEntry[], now: number): readonly PresenceEntry[] {
  return entries.filter(({ expiresAt }) => expiresAt > now)
}

export function linked(entries: readonly PresenceEntry[], entry: PresenceEntry, now: number): Changed {
  const live = alive(entries, now)
  const own = live.filter(({ userId }) => userId === entry.userId)
  const tooMany = new Set(own.slice(0, Math.max(0, own.length - (MOST_LINKS - 1))))
  const others = live.filter((other) => !tooMany.has(other))
  return { entry, others, kept: [...others, entry] }
}

/** Null: there is no such link any more, or it is somebody else's. */
export function refreshed(
  entries: readonly PresenceEntry[],
  linkId: string,
  { userId, pageKey, action }: PresenceChange,
  times: { readonly now: number; readonly expiresAt: number },
): Changed | null {
  const live = alive(entries, times.now)
  const before = live.find((entry) => entry.linkId === linkId)
  if (before === undefined || (userId !== undefined && before.userId !== userId)) return null
  const entry = {
    ...before,
    pageKey: pageKey ?? before.pageKey,
    action: action ?? before.action,
    expiresAt: times.expiresAt,
  }
  const others = live.filter((other) => other !== before)
  return { entry, others, kept: [...others, entry] }
}

/** Null: there was none. */
export function unlinked(
  entries: readonly PresenceEntry[],
  linkId: string,
  userId: number | undefined,
): readonly PresenceEntry[] | null {
  const left = entries.filter((entry) => entry.linkId !== linkId || (userId !== undefined && entry.userId !== userId))
  return left.length === entries.length ? null : left
}
