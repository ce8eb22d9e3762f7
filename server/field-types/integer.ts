import type { ValidationRules } from '../../shared/page.ts'
import { integers, SAFE, safeInteger, wholeNumber } from '../../shared/values/integer.ts'
import { limitsOf, phrase } from '../../shared/values/limits.ts'
import { expected, type Parsed, parsed } from '../../shared/values/reading.ts'
import type { FieldDefinition, FieldType } from './field-type.ts'
import { limitSchema } from './json-schema.ts'
import { limitRules } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** A whole number within ±(2^53 - 1), or the props `min` and `max`. */
export const integer: FieldType = {
  ...integers,
  name: 'Integer',
  widget: 'integer',
  // wide enough for every whole number that JSON carries exactly, so no field outgrows it
  sqlType: () => 'bigint',
  parameterType: 'bigint',
  parseOperand: integerOperand,
  operators: ORDERED_OPERATORS,
  sortable: true,
  sums: { sum: 'Integer', average: 'Decimal' },
  link: (target) => target,
  props: (field) => propsOf(field, 'min', 'max', 'step', 'unit'),
  validation,
  schema: (field) => ({ type: 'integer', ...limitSchema(validation(field)) }),
  shown: () => ({ type: 'integer' }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, safeInteger), Number)
}

/** Reads a whole number that a filter compares with. */
export function integerOperand(text: string): Parsed {
  const number = wholeNumber(text)
  return number === null ? expected(phrase('a whole number', SAFE, String)) : parsed(number)
}
