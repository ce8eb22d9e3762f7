import type { ValidationRules } from '../../shared/page.ts'
import { numberPhrase } from '../../shared/values/decimal.ts'
import { type DecimalNumber, decimalText, readDecimal } from '../../shared/values/decimal-number.ts'
import { expected, type Parsed, parsed } from '../../shared/values/reading.ts'
import { DECIMAL_TEXT, type JsonSchema, limitSchema } from './json-schema.ts'

/** A number within limits, written as one or as text. */
export function decimalSchema(rules: ValidationRules): JsonSchema {
  return { type: ['number', 'string'], pattern: DECIMAL_TEXT, ...limitSchema(rules) }
}

/** Reads a number that a filter compares with. */
export function decimalOperand(text: string): Parsed {
  const number = readDecimal(text)
  return number ? parsed(decimalText(number)) : expected(numberPhrase({}))
}

/** A limit as the shell gets it: a number, or text where a number would not carry its digits. */
export function limitShown(limit: DecimalNumber): number | string {
  const text = decimalText(limit)
  return String(Number(text)) === text ? Number(text) : text
}
