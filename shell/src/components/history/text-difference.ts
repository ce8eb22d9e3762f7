/** A text in three parts: what both have before, what differs, what both have after. */
export interface TextParts {
  readonly before: string
  readonly middle: string
  readonly after: string
}

/**
 * Where two texts differ, in whole words. `null` when they have so little in common that marking it would not help.
 *
 * @example differingParts('a red car', 'a blue car') // [{ before: 'a ', middle: 'red', after: ' car' }, { …, middle: 'blue', … }]
 */
export function differingParts(one: string, other: string): readonly [TextParts, TextParts] | null {
  const [left, right] = [words(one), words(other)]
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1
  let end = 0
  const rest = Math.min(left.length, right.length) - start
  while (end < rest && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1
  const common = left.slice(0, start).join('').length + left.slice(left.length - end).join('').length
  if (common < LEAST_COMMON) return null
  return [parts(left, start, end), parts(right, start, end)]
}

/** Characters. */
const LEAST_COMMON = 12

function words(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

function parts(all: readonly string[], start: number, end: number): TextParts {
  const last = all.length - end
  return {
    before: all.slice(0, start).join(''),
    middle: all.slice(start, last).join(''),
    after: all.slice(last).join(''),
  }
}
