import type { ValidationRules } from '../../shared/page.ts'
import { expected, type FieldDefinition, type FieldType, type Parsed, parsed } from './field-type.ts'
import { type JsonSchema, limitSchema } from './json-schema.ts'
import { byNumber, limitRules, limitsOf, phrase, within } from './limits.ts'
import { propsOf } from './members.ts'
import { storableText } from './storable.ts'

/**
 * Two numbers, `{from, to}`, either of them null where the range is open; within the props `min` and `max`.
 * Written as text: that JSON, or `from..to`.
 */
export const range: FieldType = {
  name: 'Range',
  widget: 'range',
  sqlType: () => 'jsonb',
  parameterType: 'jsonb',
  parseJson: parseRange,
  parseText: (text, field) => parseRange(rangeOf(text.trim()), field),
  parseOperand: storableText,
  operators: ['isempty'],
  sortable: false,
  isEmpty: (column) =>
    `(${column} is null or coalesce(${column} -> 'from', 'null') = 'null' and coalesce(${column} -> 'to', 'null') = 'null')`,
  props: (field) => propsOf(field, 'min', 'max', 'step'),
  validation,
  schema: (field) => ({ ...rangeSchema(limitSchema(validation(field))), additionalProperties: false }),
  shown: () => rangeSchema({}),
}

function validation(field: FieldDefinition): ValidationRules {
  return limitRules(field, limitsOf(field, finite), Number)
}

function rangeSchema(limits: JsonSchema): JsonSchema {
  const end: JsonSchema = { type: ['number', 'null'], ...limits }
  return { type: 'object', properties: { from: end, to: end } }
}

type End = number | null

function parseRange(value: unknown, field: FieldDefinition): Parsed {
  const limits = limitsOf(field, finite)
  const ends = endsOf(value)
  if (!ends) return expected(phrase('a range {from, to} of numbers', limits, String))
  const { from, to } = ends
  if (from !== null && to !== null && from > to) return expected('a range whose start is not after its end')
  const inside = [from, to].every((end) => end === null || within(end, limits, byNumber))
  return inside ? parsed(JSON.stringify({ from, to })) : expected(phrase('a range', limits, String))
}

function endsOf(value: unknown): { from: End; to: End } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  if (Object.keys(value).some((key) => key !== 'from' && key !== 'to')) return null
  const { from = null, to = null } = value as { from?: unknown; to?: unknown }
  return isEnd(from) && isEnd(to) ? { from, to } : null
}

const isEnd = (value: unknown): value is End => value === null || finite(value) !== null

const finite = (value: unknown): number | null => (Number.isFinite(value) ? (value as number) : null)

const WRITTEN = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/

function rangeOf(text: string): unknown {
  const match = WRITTEN.exec(text)
  if (match) return { from: endOf(match[1]), to: endOf(match[2]) }
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const endOf = (text: string | undefined): End => (text === undefined ? null : Number(text))
