import type { EnumValue } from '../page.ts'

/**
 * Result of reading a value: what is to be kept of it (of a type kept as JSON: its text; null where a value stands for
 * nothing), or what was expected instead, as a short noun phrase.
 */
export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly expected: string }

/** What of a field's definition its values are read by. */
export interface RuledField {
  readonly required: boolean
  readonly unique: boolean
  readonly enumValues: readonly EnumValue[]
  /** Currency, precision, min, max, pattern, maxLength, …; what is meant is the type's. */
  readonly props: Readonly<Record<string, unknown>>
}

/** How the values of a field type are read, by the server and in the browser alike. */
export interface ValueReader {
  /** Numbers of more digits than a double carries come as the text they were written in, and leave as it in pages. */
  readonly exact?: true
  /** Reads a value of a JSON body; never called with null. */
  readonly parseJson: (value: unknown, field: RuledField) => Parsed
  /** Reads a whole value written as text, in a file to import say, to be stored: the field's own limits hold. */
  readonly parseText: (text: string, field: RuledField) => Parsed
}

export const parsed = (value: unknown): Parsed => ({ ok: true, value })
export const expected = (what: string): Parsed => ({ ok: false, expected: what })
