import type { FieldSchema } from '../../../../shared/page.ts'
import { compareDecimals, isDecimal } from '../../widgets/decimal-text.ts'
import { isEmpty } from './same-value.ts'

/** What is wrong with a field's value by its own rules, or `null`. The server has the last word. */
export function validateValue(field: FieldSchema, value: unknown): string | null {
  if (isEmpty(value) || isBlankText(value)) return field.required ? `${field.label} is required` : null
  const { min, max, minLength, maxLength, pattern } = field.validation
  if (typeof value === 'string') {
    const length = [...value].length
    if (minLength !== undefined && length < minLength) return `At least ${minLength} characters (now ${length})`
    if (maxLength !== undefined && length > maxLength) return `At most ${maxLength} characters (now ${length})`
    if (pattern !== undefined && !matches(pattern, value)) return 'This does not have the form that is asked for'
  }
  for (const bounded of measurable(value)) {
    if (min !== undefined && compare(bounded, min) < 0) return `At least ${min}`
    if (max !== undefined && compare(bounded, max) > 0) return `At most ${max}`
  }
  return null
}

function isBlankText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** What a minimum and a maximum apply to: the value, or both ends of a range. */
function measurable(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).filter((end) => typeof end === 'number')
}

/** Numbers by size, exactly; dates and times, whose text sorts as they do, by their text; anything else is not comparable. */
function compare(value: string | number, bound: string | number): number {
  if (typeof value === 'number' && Number.isFinite(Number(bound))) return value - Number(bound)
  if (isDecimal(value) && isDecimal(bound)) return compareDecimals(String(value), String(bound))
  if (typeof value !== 'string' || typeof bound !== 'string') return 0
  return value < bound ? -1 : value > bound ? 1 : 0
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}
