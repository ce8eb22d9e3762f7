import type { ValidationRules } from '../../shared/page.ts'
import { DAY_PHRASE, dayOf, days, writtenDay } from '../../shared/values/date.ts'
import { limitsOf } from '../../shared/values/limits.ts'
import { expected, parsed } from '../../shared/values/reading.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { limitWords } from './json-schema.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** A day; Unix time in seconds stands for its day in UTC. The props `min` and `max` are days. */
export const date: FieldType = {
  ...days,
  name: 'Date',
  widget: 'date',
  sqlType: () => 'date',
  parameterType: 'date',
  parseOperand: (text) => {
    const day = writtenDay(text)
    return day === null ? expected(DAY_PHRASE) : parsed(day)
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
