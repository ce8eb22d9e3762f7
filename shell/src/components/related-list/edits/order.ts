export interface Move<N> {
  readonly row: N
  readonly before: N | null
}

/**
 * The fewest moves that lead from one order to another of the same rows, one after the other: each takes its row out and
 * puts it in before another, or at the end.
 */
export function movesBetween<N>(from: readonly N[], to: readonly N[]): Move<N>[] {
  const places = new Map(from.map((name, index) => [name, index]))
  const staying = longestRising(to.map((name) => places.get(name) ?? -1))
  const moves: Move<N>[] = []
  // From the end on, so that the row which another is put before already stands where it belongs.
  for (let index = to.length - 1; index >= 0; index -= 1) {
    if (!staying.has(index)) moves.push({ row: to[index] as N, before: to[index + 1] ?? null })
  }
  return moves
}

/**
 * Does moves one after the other. Of rows that are not there nothing is done, and what was to stand before one of them
 * stands before the next of `wanted` that is there.
 */
export function applyMoves<N>(order: readonly N[], moves: readonly Move<N>[], wanted: readonly N[] = []): N[] {
  const next = [...order]
  const there = new Set(order)
  for (const { row, before } of moves) {
    const at = next.indexOf(row)
    if (at < 0) continue
    next.splice(at, 1)
    const target = before === null || there.has(before) ? before : following(wanted, before, there)
    next.splice(target === null ? next.length : next.indexOf(target), 0, row)
  }
  return next
}

/** The rows taken out together and put in so that the first of them stands at an index of what is left. */
export function placeRows<N>(order: readonly N[], rows: ReadonlySet<N>, index: number): N[] {
  const moved = order.filter((name) => rows.has(name))
  const rest = order.filter((name) => !rows.has(name))
  const at = Math.max(0, Math.min(rest.length, index))
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}

function following<N>(wanted: readonly N[], name: N, there: ReadonlySet<N>): N | null {
  const at = wanted.indexOf(name)
  return at < 0 ? null : (wanted.slice(at + 1).find((other) => there.has(other)) ?? null)
}

/** The indexes of a longest rising part of some numbers (patience sorting). */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  const tails: number[] = []
  const previous: number[] = []
  numbers.forEach((number, index) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[tails[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (tails[low - 1] as number) : -1
    tails[low] = index
  })
  const found = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] as number) found.add(at)
  return found
}
