import type { SourceSet, Values } from './plan.ts'

/** Ids from here on would make the bits long: the text of so many takes 8 kB. */
const BITS = 32_768

const known = new WeakMap<readonly number[], Uint8Array>()

/**
 * Gives a statement the sources of a caller's rights. Each row that is read is held against them, and asking for a bit
 * takes a third of the time of finding an id among hashed ones (bench/README.md).
 */
export function sourceSet(ids: readonly number[], values: Values): SourceSet {
  // rights live longer than a request
  const bits = known.get(ids) ?? bitsOf(ids)
  if (bits === null) return { slot: values.add(ids), asList: true }
  known.set(ids, bits)
  return { slot: values.add(bits) }
}

function bitsOf(ids: readonly number[]): Uint8Array | null {
  const greatest = ids.reduce((most, id) => Math.max(most, id), -1)
  if (greatest >= BITS) return null
  const bits = new Uint8Array((greatest + 8) >> 3)
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] as number) | (1 << (id & 7))
  return bits
}
