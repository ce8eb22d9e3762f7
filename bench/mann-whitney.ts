/** The middle of some values, the mean of both where there are two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/**
 * How likely samples of one and the same distribution differ by so much: the two-sided p-value of the Mann-Whitney U test,
 * by its normal approximation, for samples of twenty values and more.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, own: true })), ...other.map((value) => ({ value, own: false }))]
  all.sort((a, b) => a.value - b.value)
  let ranks = 0
  let ties = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1
    const tied = end - start
    const rank = (start + 1 + end) / 2
    ranks += rank * all.slice(start, end).filter(({ own }) => own).length
    ties += tied ** 3 - tied
    start = end
  }
  const [n, m] = [one.length, other.length]
  const u = ranks - (n * (n + 1)) / 2
  const total = n + m
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation
  return deviation === 0 ? 1 : 2 * upperTail(z)
}

/** The normal distribution beyond `z` (Abramowitz and Stegun, 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.max(0, (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum)
}
