import { instantOf, isDay, unixSeconds } from './calendar.ts'
import { byText, limitsOf, phrase, within } from './limits.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

export const DAY_PHRASE = 'a date as yyyy-MM-dd or Unix time'

/** A day; Unix time in seconds stands for its day in UTC. The props `min` and `max` are days. */
export const days: ValueReader = {
  parseJson: (value, field) => parseDay(dayOf(value), field),
  parseText: (text, field) => parseDay(writtenDay(text), field),
}

function parseDay(day: string | null, field: RuledField): Parsed {
  const limits = limitsOf(field, dayOf)
  return day !== null && within(day, limits, byText) ? parsed(day) : expected(phrase(DAY_PHRASE, limits, String))
}

export function writtenDay(text: string): string | null {
  return dayOf(unixSeconds(text) ?? text)
}

export function dayOf(value: unknown): string | null {
  if (typeof value === 'number') return instantOf(value)?.slice(0, 10) ?? null
  return typeof value === 'string' && isDay(value) ? value : null
}
