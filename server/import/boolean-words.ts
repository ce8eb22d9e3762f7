/** Pairs of words that files write for true and false, in any case: English, German and French, and what Postgres prints. */
const PAIRS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['on', 'off'],
  ['y', 'n'],
  ['t', 'f'],
  ['wahr', 'falsch'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['vrai', 'faux'],
  ['oui', 'non'],
] as const

const MEANING: ReadonlyMap<string, boolean> = new Map(
  PAIRS.flatMap(([yes, no]) => [[yes, true] as const, [no, false] as const]),
)

/** What a word says; null where it is none of them. */
export function booleanWord(text: string): boolean | null {
  return MEANING.get(text.trim().toLowerCase()) ?? null
}

/** A shorter word alone may be a code, such as `NO` of Norway. */
const CLEAR = 3

/** All that a column says is of one pair: both words of it, or one that can hardly be anything else. */
export function areOnePair(words: ReadonlySet<string>): boolean {
  const pair = PAIRS.find((both) => [...words].every((word) => both.some((each) => each === word)))
  return pair !== undefined && (words.size === 2 || [...words].some((word) => word.length >= CLEAR))
}
