import type { ValidationRules } from '../../shared/page.ts'
import { instantOf, isDay, unixSeconds } from './calendar.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { limitWords } from './json-schema.ts'
import { byText, limitRules, limitsOf, phrase, within } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

const WHAT = 'a date as yyyy-MM-dd or Unix time'

/** A day; Unix time in seconds stands for its day in UTC. The props `min` and `max` are days. */
export const date: FieldType = {
  name: 'Date',
  widget: 'date',
  sqlType: () => 'date',
  parameterType: 'date',
  parseJson: (value, field) => parseDay(dayOf(value), field),
  parseText: (text, field) => parseDay(writtenDay(text), field),
  parseOperand: (text) => {
    const day = writtenDay(text)
    return day === null ? expected(WHAT) : parsed(day)
  },
  operators: ORDERED_OPERATORS,
  sortable: true,
  inTime: { as: 'day', sql: (column) => column },
  asText: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
  props: (field) => propsOf(field, 'min', 'max'),
  validation,
  schema: (field) => ({ type: ['string', 'integer'], format: 'date', ...limitWords(validation(field)), ...EXAMPLE }),
  shown: () => ({ type: 'string', format: 'date', ...EXAMPLE }),
}

const EXAMPLE = { examples: ['2026-01-31'] }

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, dayOf), String)
}

function parseDay(day: string | null, field: FieldDefinition): Parsed {
  const limits = limitsOf(field, dayOf)
  return day !== null && within(day, limits, byText) ? parsed(day) : expected(phrase(WHAT, limits, String))
}

function writtenDay(text: string): string | null {
  return dayOf(unixSeconds(text) ?? text)
}

function dayOf(value: unknown): string | null {
  if (typeof value === 'number') return instantOf(value)?.slice(0, 10) ?? null
  return typeof value === 'string' && isDay(value) ? value : null
}
