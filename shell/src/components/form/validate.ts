import type { FieldSchema } from '../../../../shared/page.ts'
import { byInstant } from '../../../../shared/values/calendar.ts'
import { writtenInstant } from '../../../../shared/values/date-time.ts'
import { jsonDecimal } from '../../../../shared/values/decimal.ts'
import { byDecimal, decimalLimit } from '../../../../shared/values/decimal-number.ts'
import { readValue } from '../../../../shared/values/index.ts'
import { byText } from '../../../../shared/values/limits.ts'
import { isEmpty } from './same-value.ts'

/** What is wrong with a field's value, or `null`. The rules are the server's own, which has the last word all the same. */
export function validateValue(field: FieldSchema, value: unknown): string | null {
  const read = readValue(field, value)
  if (read?.ok) return null
  if (read === null || (field.required && isNothing(value))) return `${field.label} is required`
  return lengthWords(field, value) ?? boundWords(field, value) ?? `Expected ${read.expected}`
}

function isNothing(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : isEmpty(value)
}

/** The shorter words for a length that is not kept. */
function lengthWords({ validation }: FieldSchema, value: unknown): string | null {
  if (typeof value !== 'string') return null
  const { minLength, maxLength } = validation
  const length = [...value].length
  if (minLength !== undefined && length < minLength) return `At least ${minLength} characters (now ${length})`
  if (maxLength !== undefined && length > maxLength) return `At most ${maxLength} characters (now ${length})`
  return null
}

/** The shorter words for a bound that is not kept. */
function boundWords({ type, validation: { min, max } }: FieldSchema, value: unknown): string | null {
  const compare = type === 'DateTime' ? byMoment : BY_TEXT.has(type) ? byText : byNumber
  const given = type === 'Range' && typeof value === 'object' && value !== null ? Object.values(value) : [value]
  for (const bounded of given.filter((one) => typeof one === 'string' || typeof one === 'number')) {
    if (min !== undefined && compare(String(bounded), String(min)) < 0) return `At least ${min}`
    if (max !== undefined && compare(String(bounded), String(max)) > 0) return `At most ${max}`
  }
  return null
}

const BY_TEXT: ReadonlySet<string> = new Set(['Date', 'Time'])

function byMoment(value: string, bound: string): number {
  const [left, right] = [writtenInstant(value), writtenInstant(bound)]
  return left !== null && right !== null ? byInstant(left, right) : 0
}

/** Numbers by size, exactly; what is none is not comparable. */
function byNumber(value: string, bound: string): number {
  const [left, right] = [jsonDecimal(value), decimalLimit(bound)]
  return left && right ? byDecimal(left, right) : 0
}
