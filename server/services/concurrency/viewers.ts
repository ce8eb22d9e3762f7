import type { Viewer } from '../../../shared/presence.ts'
import type { PresenceEntry } from './presence-store.ts'

/**
 * The users of a record, each once, in the order they came: who edits in any window is editing. Who has no name is no
 * user any more.
 *
 * @param except the user who asks.
 */
export function viewersOf(
  entries: readonly PresenceEntry[],
  names: ReadonlyMap<number, string>,
  except?: number,
): readonly Viewer[] {
  const users = Map.groupBy(entries, ({ userId }) => userId)
  return [...users]
    .flatMap(([userId, own]) => {
      const name = names.get(userId)
      if (name === undefined || userId === except) return []
      const { action, pageKey } = own.find((entry) => entry.action === 'editing') ?? (own[0] as PresenceEntry)
      const since = new Date(Math.min(...own.map((entry) => entry.since))).toISOString()
      return [{ userId, name, action, pageKey, since }]
    })
    .toSorted((a, b) => a.since.localeCompare(b.since) || a.userId - b.userId)
}
