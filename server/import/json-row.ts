import type { Raw, ReadRow } from './file-row.ts'

/** A number that a double would change, as it is written. */
export class LongNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Printed with all its digits. */
  toJSON(): unknown {
    return rawJson(this.text)
  }
}

// TypeScript's library does not know it yet (ECMAScript proposal "JSON.parse source text access")
const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

export const NOT_UTF8 = 'is not UTF-8'

/** Reads one JSON object as a record. */
export function jsonRow(raw: Raw, line: number): ReadRow {
  if (typeof raw !== 'string') return { ok: false, line, raw, reason: NOT_UTF8 }
  try {
    const value: unknown = JSON.parse(raw)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { ok: false, line, raw, reason: 'expected a JSON object' }
    }
    return { ok: true, line, raw, values: withLongNumbers(value as Readonly<Record<string, unknown>>, raw) }
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, line, raw, reason: 'is nested too deeply' }
    if (!(error instanceof SyntaxError)) throw error
    return { ok: false, line, raw, reason: `is not JSON: ${withoutLine(error.message)}` }
  }
}

/** The position in the row says enough: a line of the row beside the line of the file would mislead. */
function withoutLine(message: string): string {
  return message.replace(/ \(line \d+ column \d+\)$/, '')
}

/** May be a number of more digits, or of a greater size, than a double carries. */
const LONG_NUMBER = /[\d.]{16}|[eE][+-]?\d{3}/

/** Members of the object alone: what is nested goes into a JSON field, which has the numbers of JSON. */
function withLongNumbers(object: Readonly<Record<string, unknown>>, text: string): Readonly<Record<string, unknown>> {
  if (!LONG_NUMBER.test(text)) return object
  const sources = JSON.parse(text, sourceOfNumber as (key: string, value: unknown) => unknown) as typeof object
  const members = Object.entries(object).map(([name, value]) => {
    const source = typeof value === 'number' ? sources[name] : undefined
    return [name, typeof source === 'string' && source !== String(value) ? new LongNumber(source) : value] as const
  })
  return Object.fromEntries(members)
}

/** JSON with all numbers that a double would change as they are written, nested ones too. */
export function longNumbers(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const source = typeof value === 'number' ? context?.source : undefined
    return source !== undefined && LONG_NUMBER.test(source) && source !== String(value) ? new LongNumber(source) : value
  }
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown)
}

function sourceOfNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = typeof value === 'number' ? context?.source : undefined
  return source !== undefined && LONG_NUMBER.test(source) ? source : value
}
