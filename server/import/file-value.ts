import { LongNumber } from './json-row.ts'

/** A scalar of a file as text; null for lists, objects and nothing. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value instanceof LongNumber ? value.text : null
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined
}

/** Text of a file on a terminal, which would do what its control characters say. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}

/** Any value as a short text, for people. */
export function shownValue(value: unknown, longest = 40): string {
  const text = scalarText(value) ?? JSON.stringify(value) ?? ''
  const line = plainText(text.replace(/\s+/g, ' '))
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
