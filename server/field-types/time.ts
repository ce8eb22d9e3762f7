import type { ValidationRules } from '../../shared/page.ts'
import { readTime } from './calendar.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { limitWords } from './json-schema.ts'
import { byText, limitRules, limitsOf, phrase, within } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

const WHAT = 'a time as HH:mm or HH:mm:ss'

/** A time of day, to the second, of no time zone. Shown as `HH:mm:ss`. The props `min` and `max` are times. */
export const time: FieldType = {
  name: 'Time',
  widget: 'time',
  sqlType: () => 'time',
  parameterType: 'time',
  parseJson: (value, field) => (typeof value === 'string' ? parseText(value, field) : expected(WHAT)),
  parseText,
  parseOperand: (text) => {
    const value = readTime(text)
    return value === null ? expected(WHAT) : parsed(value)
  },
  operators: ORDERED_OPERATORS,
  sortable: true,
  props: (field) => propsOf(field, 'min', 'max'),
  validation,
  schema: (field) => ({ type: 'string', pattern: CLOCK, ...limitWords(validation(field)), ...EXAMPLE }),
  shown: () => ({ type: 'string', ...EXAMPLE }),
}

const CLOCK = '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$'
const EXAMPLE = { examples: ['20:15:00'] }

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, limitTime), String)
}

function parseText(text: string, field: FieldDefinition): Parsed {
  const value = readTime(text)
  const limits = limitsOf(field, limitTime)
  return value !== null && within(value, limits, byText) ? parsed(value) : expected(phrase(WHAT, limits, String))
}

function limitTime(prop: unknown): string | null {
  return typeof prop === 'string' ? readTime(prop) : null
}
