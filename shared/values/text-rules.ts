import type { ValidationRules } from '../page.ts'
import { countProp, present } from './members.ts'
import { compilePattern, LONGEST_MATCHED } from './pattern.ts'
import type { RuledField } from './reading.ts'

/** What fits an index entry of Postgres in any script. */
const LONGEST_UNIQUE = 500

interface TextRules {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: RegExp
}

/** The rules of a field, lengths in characters (code points); `longest` is the type's own limit. */
function rulesOf(field: RuledField, longest: number): TextRules {
  const pattern = compilePattern(field.props.pattern) ?? undefined
  const maxLength = Math.min(
    countProp(field, 'maxLength') ?? Number.POSITIVE_INFINITY,
    longest,
    field.unique ? LONGEST_UNIQUE : Number.POSITIVE_INFINITY,
    pattern ? LONGEST_MATCHED : Number.POSITIVE_INFINITY,
  )
  return present({
    minLength: countProp(field, 'minLength'),
    maxLength: Number.isFinite(maxLength) ? maxLength : undefined,
    pattern,
  })
}

/** What is wrong with a text, as what was expected; null when nothing is. */
export function brokenTextRule(text: string, field: RuledField, what: string, longest: number): string | null {
  const { minLength, maxLength, pattern } = rulesOf(field, longest)
  if (minLength !== undefined && shorterThan(text, minLength)) return `${what} of at least ${characters(minLength)}`
  if (maxLength !== undefined && longerThan(text, maxLength)) return `${what} of at most ${characters(maxLength)}`
  if (pattern && !pattern.test(text)) return `${what} that matches ${pattern.source}`
  return null
}

export function textValidation(field: RuledField, longest: number): ValidationRules {
  const { minLength, maxLength, pattern } = rulesOf(field, longest)
  // As it was given: a regular expression's own text is escaped, and may be too long to be one again.
  const given = pattern && (field.props.pattern as string)
  return present({ minLength, maxLength, pattern: given, unique: field.unique || undefined })
}

const characters = (count: number): string => (count === 1 ? '1 character' : `${count} characters`)

// A code point is one or two UTF-16 units: most texts are settled without counting.
const longerThan = (text: string, count: number): boolean => text.length > count && codePoints(text) > count
const shorterThan = (text: string, count: number): boolean =>
  text.length < count || (text.length < 2 * count && codePoints(text) < count)

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
