import type { ValidationRules } from '../../shared/page.ts'
import {
  byDecimal,
  type DecimalNumber,
  decimalLimit,
  decimalOf,
  decimalText,
  readDecimal,
  rescale,
} from './decimal-number.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { DECIMAL_TEXT, type JsonSchema, limitSchema } from './json-schema.ts'
import { type Limits, limitRules, limitsOf, phrase, within } from './limits.ts'
import { countProp, propsOf } from './members.ts'
import { ORDERED_OPERATORS } from './operator-sets.ts'

/**
 * A decimal number kept with its digits and shown as a JSON number. The prop `precision` is the most digits after the
 * point; more are refused, not rounded. A number of over 15 digits had better come as text: JSON readers round it.
 */
export const decimal: FieldType = {
  name: 'Decimal',
  widget: 'decimal',
  sqlType: () => 'numeric',
  parameterType: 'numeric',
  exact: true,
  parseJson: (value, field) => parseNumber(jsonDecimal(value), field),
  parseText: (text, field) => parseNumber(readDecimal(text), field),
  parseOperand: decimalOperand,
  operators: ORDERED_OPERATORS,
  sortable: true,
  sums: { sum: 'Decimal', average: 'Decimal' },
  props: (field) => propsOf(field, 'precision', 'min', 'max', 'step'),
  validation,
  schema: (field) => decimalSchema(validation(field)),
  shown: () => ({ type: 'number' }),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, decimalLimit), limitShown)
}

/** A number within limits, written as one or as text. */
export function decimalSchema(rules: ValidationRules): JsonSchema {
  return { type: ['number', 'string'], pattern: DECIMAL_TEXT, ...limitSchema(rules) }
}

function parseNumber(number: DecimalNumber | null, field: FieldDefinition): Parsed {
  const limits = limitsOf(field, decimalLimit)
  const precision = countProp(field, 'precision')
  if (number === null || !within(number, limits, byDecimal)) return expected(numberPhrase(limits))
  if (precision === undefined || number.fraction.length <= precision) return parsed(decimalText(number))
  const exact = rescale(number, precision)
  return exact ? parsed(decimalText(exact)) : expected(`a number of at most ${precision} digits after the point`)
}

/** Reads a number that a filter compares with. */
export function decimalOperand(text: string): Parsed {
  const number = readDecimal(text)
  return number ? parsed(decimalText(number)) : expected(numberPhrase({}))
}

/** Reads a JSON number or decimal text; null for a whole number so large that its last digits are lost already. */
export function jsonDecimal(value: unknown): DecimalNumber | null {
  if (typeof value === 'string') return readDecimal(value)
  if (typeof value !== 'number' || (Number.isInteger(value) && !Number.isSafeInteger(value))) return null
  return decimalOf(value)
}

/** @example 'a number such as 12.5, from 0 to 100' */
export function numberPhrase(limits: Limits<DecimalNumber>): string {
  const bounded = limits.min !== undefined || limits.max !== undefined
  return phrase(bounded ? 'a number' : 'a number such as 12.5', limits, decimalText)
}

/** A limit as the shell gets it: a number, or text where a number would not carry its digits. */
export function limitShown(limit: DecimalNumber): number | string {
  const text = decimalText(limit)
  return String(Number(text)) === text ? Number(text) : text
}
