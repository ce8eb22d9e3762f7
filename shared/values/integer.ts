import { byNumber, type Limits, limitsOf, phrase, within } from './limits.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

/** Every whole number that JSON carries exactly. */
export const SAFE: Limits<number> = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/** A whole number within ±(2^53 - 1), or the props `min` and `max`. */
export const integers: ValueReader = {
  parseJson: parseInteger,
  parseText: (text, field) => parseInteger(wholeNumber(text), field),
}

function parseInteger(value: unknown, field: RuledField): Parsed {
  const number = safeInteger(value)
  const limits = limitsOf(field, safeInteger)
  if (number !== null && within(number, limits, byNumber)) return parsed(number)
  const tooLarge = number === null && Number.isInteger(value)
  return expected(phrase('a whole number', tooLarge ? { ...SAFE, ...limits } : limits, String))
}

/** Reads a safe integer written in decimal digits. */
export function wholeNumber(text: string): number | null {
  return /^-?\d{1,16}$/.test(text) ? safeInteger(Number(text)) : null
}

/** Minus zero, which JSON can write and Postgres cannot, becomes zero. */
export function safeInteger(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) + 0 : null
}
