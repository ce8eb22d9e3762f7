import { readTime } from './calendar.ts'
import { byText, limitsOf, phrase, within } from './limits.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

export const TIME_PHRASE = 'a time as HH:mm or HH:mm:ss'

/** A time of day, to the second, of no time zone. The props `min` and `max` are times. */
export const times: ValueReader = {
  parseJson: (value, field) => (typeof value === 'string' ? parseTime(value, field) : expected(TIME_PHRASE)),
  parseText: parseTime,
}

function parseTime(text: string, field: RuledField): Parsed {
  const value = readTime(text)
  const limits = limitsOf(field, limitTime)
  return value !== null && within(value, limits, byText) ? parsed(value) : expected(phrase(TIME_PHRASE, limits, String))
}

export function limitTime(prop: unknown): string | null {
  return typeof prop === 'string' ? readTime(prop) : null
}
