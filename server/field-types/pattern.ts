/** Texts longer than this are not tried against a pattern, so that a clumsy one costs little. */
export const LONGEST_MATCHED = 1000

/** A repeated group that repeats within itself, `(a+)+`: what makes a pattern take exponential time. */
const NESTED_REPEAT = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\})(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\})/

const compiled = new Map<string, RegExp | null>()

/**
 * The regular expression of a field's `pattern`: tried anywhere in the text unless it is anchored, Unicode-aware.
 * `null` for one that cannot be used: no regular expression, too long, or of exponential cost.
 */
export function compilePattern(source: unknown): RegExp | null {
  if (typeof source !== 'string' || source === '') return null
  const known = compiled.get(source)
  if (known !== undefined) return known
  const pattern = compile(source)
  if (compiled.size >= 1000) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}

function compile(source: string): RegExp | null {
  if (source.length > LONGEST_MATCHED || NESTED_REPEAT.test(source)) return null
  try {
    return new RegExp(source, 'u')
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
