import {
  byDecimal,
  type DecimalNumber,
  decimalLimit,
  decimalOf,
  decimalText,
  readDecimal,
  rescale,
} from './decimal-number.ts'
import { type Limits, limitsOf, phrase, within } from './limits.ts'
import { countProp } from './members.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

/** A decimal number: the prop `precision` is the most digits after the point; more are refused, not rounded. */
export const decimals: ValueReader = {
  exact: true,
  parseJson: (value, field) => parseNumber(jsonDecimal(value), field),
  parseText: (text, field) => parseNumber(readDecimal(text), field),
}

function parseNumber(number: DecimalNumber | null, field: RuledField): Parsed {
  const limits = limitsOf(field, decimalLimit)
  const precision = countProp(field, 'precision')
  if (number === null || !within(number, limits, byDecimal)) return expected(numberPhrase(limits))
  if (precision === undefined || number.fraction.length <= precision) return parsed(decimalText(number))
  const exact = rescale(number, precision)
  return exact ? parsed(decimalText(exact)) : expected(`a number of at most ${precision} digits after the point`)
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
