import type { ValidationRules } from '../../shared/page.ts'
import { byInstant, instantOf, isDay, readInstant, unixSeconds } from './calendar.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { limitWords } from './json-schema.ts'
import { limitRules, limitsOf, phrase, within } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

const WHAT = 'a date and time such as 2026-01-31T12:00:00Z, or Unix time'

/** The instant in UTC, with a fraction only where there is one, whatever the session's settings. */
const shown = (column: string): string =>
  `rtrim(rtrim(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z'`

/**
 * An instant, to the microsecond: ISO 8601 with its offset, or Unix time in seconds; in text also a day, for its first
 * second in UTC. Shown in UTC: `2026-01-31T12:00:00Z`.
 */
export const dateTime: FieldType = {
  name: 'DateTime',
  widget: 'datetime',
  sqlType: () => 'timestamptz',
  select: (column) => `(${shown(column)})`,
  parameterType: 'timestamptz',
  parseJson: (value, field) => parseInstant(jsonInstant(value), field),
  parseText: (text, field) => parseInstant(writtenInstant(text), field),
  parseOperand: (text) => {
    const instant = writtenInstant(text)
    return instant === null ? expected(WHAT) : parsed(instant)
  },
  operators: ORDERED_OPERATORS,
  sortable: true,
  inTime: { as: 'instant', sql: (column) => column },
  asText: (column) => `(${shown(column)})`,
  props: (field) => propsOf(field, 'min', 'max'),
  validation,
  schema: (field) => ({
    type: ['string', 'integer'],
    format: 'date-time',
    ...limitWords(validation(field)),
    ...EXAMPLE,
  }),
  shown: () => ({ type: 'string', format: 'date-time', ...EXAMPLE }),
}

const EXAMPLE = { examples: ['2026-01-31T12:00:00Z'] }

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, limitInstant), String)
}

function parseInstant(instant: string | null, field: FieldDefinition): Parsed {
  const limits = limitsOf(field, limitInstant)
  const valid = instant !== null && within(instant, limits, byInstant)
  return valid ? parsed(instant) : expected(phrase(WHAT, limits, String))
}

function jsonInstant(value: unknown): string | null {
  if (typeof value === 'number') return instantOf(value)
  return typeof value === 'string' ? readInstant(value) : null
}

function writtenInstant(text: string): string | null {
  const seconds = unixSeconds(text)
  if (seconds !== null) return instantOf(seconds)
  return isDay(text) ? `${text}T00:00:00Z` : readInstant(text)
}

function limitInstant(prop: unknown): string | null {
  return typeof prop === 'string' ? writtenInstant(prop) : jsonInstant(prop)
}
