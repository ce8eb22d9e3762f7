/** A source of pseudo-random choices: the same seed gives the same ones, on every runtime. */
export interface Random {
  /** At least 0, less than 1. */
  readonly next: () => number
  /** A whole number from `least` to `most`, both included. */
  readonly integer: (least: number, most: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T
  /** As `pick`, but an item is the likelier the earlier it stands; a skew of 1 makes all equally likely. */
  readonly pickEarly: <T>(items: readonly T[], skew: number) => T
  /** Around 0 with a deviation of about 1, never beyond 3. */
  readonly bell: () => number
}

/** The generator is Tommy Ettinger's mulberry32. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pickEarly = <T>(items: readonly T[], skew: number): T => {
    if (items.length === 0) throw new RangeError('nothing to pick from')
    return items[Math.floor(items.length * next() ** skew)] as T
  }
  return {
    next,
    integer: (least, most) => least + Math.floor((most - least + 1) * next()),
    chance: (probability) => next() < probability,
    pick: (items) => pickEarly(items, 1),
    pickEarly,
    bell: () => 2 * (next() + next() + next() - 1.5),
  }
}
