import { parseExact } from '../exact-json.ts'
import { jsonDecimal } from './decimal.ts'
import { byDecimal, type DecimalNumber, decimalLimit, decimalText } from './decimal-number.ts'
import { limitsOf, phrase, within } from './limits.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'

/**
 * Two numbers, `{from, to}`, either of them null where the range is open; within the props `min` and `max`. A number
 * of over 15 digits had better come as text, which keeps them. Written as text: that JSON, or `from..to`.
 */
export const ranges: ValueReader = {
  exact: true,
  parseJson: parseRange,
  parseText: (text, field) => parseRange(rangeOf(text.trim()), field),
}

type End = DecimalNumber | null

function parseRange(value: unknown, field: RuledField): Parsed {
  const limits = limitsOf(field, decimalLimit)
  const ends = endsOf(value)
  if (!ends) return expected(phrase('a range {from, to} of numbers', limits, decimalText))
  const { from, to } = ends
  if (from === null && to === null && field.required) return expected('a range with a start, an end or both')
  if (from !== null && to !== null && byDecimal(from, to) > 0)
    return expected('a range whose start is not after its end')
  const inside = [from, to].every((end) => end === null || within(end, limits, byDecimal))
  return inside ? parsed(written(from, to)) : expected(phrase('a range', limits, decimalText))
}

/** As JSON, the digits as they are: a number's own text would be a float's. */
function written(from: End, to: End): string {
  const [start, end] = [from, to].map((bound) => (bound === null ? 'null' : decimalText(bound)))
  return `{"from":${start},"to":${end}}`
}

function endsOf(value: unknown): { readonly from: End; readonly to: End } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  if (Object.keys(value).some((key) => key !== 'from' && key !== 'to')) return null
  const { from = null, to = null } = value as { from?: unknown; to?: unknown }
  const [start, end] = [jsonDecimal(from), jsonDecimal(to)]
  return (from === null || start) && (to === null || end) ? { from: start, to: end } : null
}

const WRITTEN = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/

function rangeOf(text: string): unknown {
  const match = WRITTEN.exec(text)
  if (match) return { from: match[1] ?? null, to: match[2] ?? null }
  try {
    return parseExact(text)
  } catch {
    return null
  }
}
