import type { ValidationRules } from '../../shared/page.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { limitSchema } from './json-schema.ts'
import { byNumber, type Limits, limitRules, limitsOf, phrase, within } from './limits.ts'
import { propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/** A column wide enough for every whole number that JSON carries exactly, so no field outgrows it. */
const SAFE: Limits<number> = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/** A whole number within ±(2^53 - 1), or the props `min` and `max`. */
export const integer: FieldType = {
  name: 'Integer',
  widget: 'integer',
  sqlType: () => 'bigint',
  parameterType: 'bigint',
  parseJson: parseInteger,
  parseText: (text, field) => parseInteger(wholeNumber(text), field),
  parseOperand: integerOperand,
  operators: ORDERED_OPERATORS,
  sortable: true,
  sums: { sum: 'Integer', average: 'Decimal' },
  link: (target) => target,
  props: (field) => propsOf(field, 'min', 'max', 'step'),
  validation,
  schema: (field) => ({ type: 'integer', ...limitSchema(validation(field)) }),
  shown: () => ({ type: 'integer' }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, safeInteger), Number)
}

function parseInteger(value: unknown, field: FieldDefinition): Parsed {
  const number = safeInteger(value)
  const limits = limitsOf(field, safeInteger)
  if (number !== null && within(number, limits, byNumber)) return parsed(number)
  const tooLarge = number === null && Number.isInteger(value)
  return expected(phrase('a whole number', tooLarge ? { ...SAFE, ...limits } : limits, String))
}

/** Reads a whole number that a filter compares with. */
export function integerOperand(text: string): Parsed {
  const number = wholeNumber(text)
  return number === null ? expected(phrase('a whole number', SAFE, String)) : parsed(number)
}

/** Reads a safe integer written in decimal digits. */
export function wholeNumber(text: string): number | null {
  return /^-?\d{1,16}$/.test(text) ? safeInteger(Number(text)) : null
}

/** Minus zero, which JSON can write and Postgres cannot, becomes zero. */
export function safeInteger(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) + 0 : null
}
