/** The criteria that each of some criteria use; ids that are unknown are left out. */
export type UsesOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, readonly number[]>>

/** Expansions that one may set off: criteria that use others may use the same ones in many ways. */
export const MAX_EXPANSIONS = 100

/**
 * Follows what criteria use, level by level.
 *
 * @param from the criteria, or those that an unsaved expression uses.
 * @param known uses that are to stand in place of those that are saved.
 * @returns what makes their expansion endless or too long; null: nothing.
 */
export async function endlessUse(
  from: readonly number[],
  usesOf: UsesOf,
  known: ReadonlyMap<number, readonly number[]> = new Map(),
): Promise<string | null> {
  const uses = new Map(known)
  for (;;) {
    const level = unread([...from, ...[...uses.values()].flat()], uses)
    if (level.length === 0) break
    if (uses.size + level.length > MAX_EXPANSIONS) return tooMany()
    const found = await usesOf(level)
    for (const id of level) uses.set(id, found.get(id) ?? [])
  }
  return faultIn(from, uses)
}

function unread(ids: readonly number[], uses: ReadonlyMap<number, readonly number[]>): readonly number[] {
  return [...new Set(ids)].filter((id) => !uses.has(id))
}

function faultIn(from: readonly number[], uses: ReadonlyMap<number, readonly number[]>): string | null {
  const costs = new Map<number, number>()
  const path: number[] = []
  let circle: readonly number[] | null = null
  const cost = (id: number): number => {
    const known = costs.get(id)
    if (known !== undefined || circle !== null) return known ?? 0
    const at = path.indexOf(id)
    if (at >= 0) {
      circle = [...path.slice(at), id]
      return 0
    }
    path.push(id)
    const sum = total(uses.get(id) ?? []) + 1
    path.pop()
    costs.set(id, sum)
    return sum
  }
  const total = (ids: readonly number[]): number => ids.reduce((sum, id) => sum + cost(id), 0)
  const sum = total(from)
  if (circle !== null) return `content criteria use themselves: ${(circle as readonly number[]).join(' uses ')}`
  return sum > MAX_EXPANSIONS ? tooMany() : null
}

function tooMany(): string {
  return `expected at most ${MAX_EXPANSIONS} content criteria to be used, directly and by one another`
}
