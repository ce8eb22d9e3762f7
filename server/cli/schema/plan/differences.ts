import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../catalog/shapes/check-shape.ts'

/** A part of a value that is another one afterwards; undefined: it is not there. */
export interface Difference {
  /** `configuration.tabs[1].fields[0]`; of a list's element that goes its old place, of one that comes its new one. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** What differs between two JSON values, as deep as they are alike. */
export function differences(path: string, before: unknown, after: unknown): readonly Difference[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => differences(memberPath(path, name), own(before, name), own(after, name)))
  }
  if (Array.isArray(before) && Array.isArray(after) && !isMoved(before, after)) return ofLists(path, before, after)
  return [{ path, before, after }]
}

function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function memberPath(path: string, name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

/** The same elements in another order are seen best side by side. */
function isMoved(before: readonly unknown[], after: readonly unknown[]): boolean {
  const sorted = (list: readonly unknown[]): readonly string[] => list.map((item) => JSON.stringify(item)).toSorted()
  return isDeepStrictEqual(sorted(before), sorted(after))
}

/** Between elements that stay, those that go and those that come are taken for one another as far as there are both. */
function ofLists(path: string, before: readonly unknown[], after: readonly unknown[]): readonly Difference[] {
  const found: Difference[] = []
  const kept = [...keptPairs(before, after), { at: before.length, to: after.length }]
  let [at, to] = [0, 0]
  for (const next of kept) {
    for (; at < next.at || to < next.to; at += at < next.at ? 1 : 0, to += to < next.to ? 1 : 0) {
      const [goes, comes] = [at < next.at, to < next.to]
      if (goes && comes) found.push(...differences(`${path}[${to}]`, before[at], after[to]))
      else if (goes) found.push({ path: `${path}[${at}]`, before: before[at], after: undefined })
      else found.push({ path: `${path}[${to}]`, before: undefined, after: after[to] })
    }
    at = next.at + 1
    to = next.to + 1
  }
  return found
}

interface Pair {
  readonly at: number
  readonly to: number
}

/** The longest sequence of elements that both lists have (dynamic programming over their ends). */
function keptPairs(before: readonly unknown[], after: readonly unknown[]): readonly Pair[] {
  const [left, right] = [before, after].map((list) => list.map((item) => JSON.stringify(item))) as [string[], string[]]
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1))
  const length = (at: number, to: number): number => lengths[at]?.[to] ?? 0
  for (let at = left.length - 1; at >= 0; at--)
    for (let to = right.length - 1; to >= 0; to--)
      (lengths[at] as Uint32Array)[to] =
        left[at] === right[to] ? length(at + 1, to + 1) + 1 : Math.max(length(at + 1, to), length(at, to + 1))
  const pairs: Pair[] = []
  for (let at = 0, to = 0; at < left.length && to < right.length; ) {
    if (left[at] === right[to]) pairs.push({ at: at++, to: to++ })
    else if (length(at + 1, to) >= length(at, to + 1)) at += 1
    else to += 1
  }
  return pairs
}
