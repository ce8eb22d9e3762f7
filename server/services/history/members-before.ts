import type { HistoryEntry } from './entry.ts'

/**
 * Members of a relation as they were before some entries, in their order as far as it was told of: what comes back comes
 * last.
 *
 * @param entries oldest first.
 * @param now the members after them.
 */
export function membersBefore(
  entries: readonly HistoryEntry[],
  relation: string,
  now: readonly number[],
): readonly number[] {
  const idsOf = (changes: HistoryEntry['_addedRelations']): readonly number[] =>
    changes.flatMap((change) => (change.relation === relation ? change.ids : []))
  let members = [...now]
  for (const entry of entries.toReversed()) {
    const old = entry._modifiedFields[relation]?.old
    if (Array.isArray(old)) members = inOrder(members, old)
    const [added, now] = [new Set(idsOf(entry._addedRelations)), new Set(members)]
    const back = idsOf(entry._removedRelations).filter((id) => !now.has(id))
    members = [...members.filter((id) => !added.has(id)), ...back]
  }
  return members
}

/** Members that the order does not name stay behind those it does. */
function inOrder(members: readonly number[], order: readonly unknown[]): number[] {
  const known = new Set<unknown>(members)
  const named = order.filter((id): id is number => known.has(id))
  const placed = new Set(named)
  return [...named, ...members.filter((id) => !placed.has(id))]
}
