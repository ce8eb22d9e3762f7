import { byInstant, instantOf, isDay, readInstant, unixSeconds } from './calendar.ts'
import { limitsOf, phrase, within } from './limits.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

export const INSTANT_PHRASE = 'a date and time such as 2026-01-31T12:00:00Z, or Unix time'

/** An instant: ISO 8601 with its offset, or Unix time in seconds; in text also a day, for its first second in UTC. */
export const instants: ValueReader = {
  parseJson: (value, field) => parseInstant(jsonInstant(value), field),
  parseText: (text, field) => parseInstant(writtenInstant(text), field),
}

function parseInstant(instant: string | null, field: RuledField): Parsed {
  const limits = limitsOf(field, limitInstant)
  const valid = instant !== null && within(instant, limits, byInstant)
  return valid ? parsed(instant) : expected(phrase(INSTANT_PHRASE, limits, String))
}

function jsonInstant(value: unknown): string | null {
  if (typeof value === 'number') return instantOf(value)
  return typeof value === 'string' ? readInstant(value) : null
}

export function writtenInstant(text: string): string | null {
  const seconds = unixSeconds(text)
  if (seconds !== null) return instantOf(seconds)
  return isDay(text) ? `${text}T00:00:00Z` : readInstant(text)
}

export function limitInstant(prop: unknown): string | null {
  return typeof prop === 'string' ? writtenInstant(prop) : jsonInstant(prop)
}
