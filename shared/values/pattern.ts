const PATTERN_RULE = 'expected a regular expression that repeats no repetition, at most 500 characters'

/** Texts longer than this are not tried against a pattern, so that a clumsy one costs little. */
export const LONGEST_MATCHED = 500

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
  if (source.length > LONGEST_MATCHED || repeatsWithinRepeat(source)) return null
  try {
    return new RegExp(source, 'u')
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** What keeps a pattern from being used, for whoever wrote it; null: nothing. */
export function patternFault(source: unknown): string | null {
  if (compilePattern(source) !== null) return null
  if (typeof source !== 'string' || source.length > LONGEST_MATCHED || repeatsWithinRepeat(source)) return PATTERN_RULE
  try {
    new RegExp(source, 'u')
    return PATTERN_RULE
  } catch (error) {
    // "Invalid regular expression: /(/u: Unterminated group"
    const why = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : ''
    return `expected a regular expression, found a mistake: ${why.toLowerCase()}`
  }
}

const TOKEN = /\\.|\[(?:[^\]\\]|\\.)*\]|[()]|(?:[*+]|\{\d+,\})|./gsu
const UNBOUNDED = /^(?:[*+]|\{\d+,\})$/

/** Does a group that repeats without bound hold another such repeat, `((a+)b)*`? It makes the time exponential. */
function repeatsWithinRepeat(source: string): boolean {
  const tokens = source.match(TOKEN) ?? []
  const outer: boolean[] = []
  let repeats = false
  for (const [at, token] of tokens.entries()) {
    if (token === '(') {
      outer.push(repeats)
      repeats = false
    } else if (token === ')') {
      if (repeats && UNBOUNDED.test(tokens[at + 1] ?? '')) return true
      repeats = (outer.pop() ?? false) || repeats
    } else if (UNBOUNDED.test(token)) {
      repeats = true
    }
  }
  return false
}
