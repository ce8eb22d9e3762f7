/** The candidate that was probably meant, or null; case and up to a third of the letters may differ. */
export function suggest(text: string, candidates: readonly string[]): string | null {
  const near = candidates
    .map((candidate) => ({ candidate, distance: distance(text.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.candidate ?? null
}

/** `; did you mean "x"?`, or nothing. */
export function suggestion(text: string, candidates: readonly string[], show = (name: string) => name): string {
  const meant = suggest(text, candidates)
  return meant === null ? '' : `; did you mean ${show(meant)}?`
}

/** Letters to add, drop, replace or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) least = Math.min(least, at(before, j - 2) + 1)
      row.push(least)
    }
    before = previous
    previous = row
  }
  return at(previous, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
