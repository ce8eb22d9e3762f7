import type { EnumValue, ValidationRules } from '../../shared/page.ts'

/** Definition of one field of a media type, as its type sees it. */
export interface FieldDefinition {
  readonly name: string
  readonly label: string
  readonly column: string
  readonly required: boolean
  readonly unique: boolean
  readonly readOnly: boolean
  readonly defaultValue: unknown
  readonly enumValues: readonly EnumValue[]
  /** Currency, precision, min, max, step, marks, pattern, maxLength, …; what is meant is the type's. */
  readonly props: Readonly<Record<string, unknown>>
  readonly help: string | null
}

/** Result of reading a value: the parameter to bind (for JSON columns: their text), or what was expected instead. */
export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly expected: string }

/**
 * A field type: how a field is kept, read, checked and shown. One file each; `index.ts` lists them.
 */
export interface FieldType {
  readonly name: string
  readonly widget: string
  /** Column type in Postgres; null for types that are kept as relations. */
  readonly sqlType: (field: FieldDefinition) => string
  /** SQL that yields the value as the API shows it, from a column reference; absent: the column itself. */
  readonly select?: (column: string) => string
  /** SQL type a bound parameter is cast to when it is compared with the column. */
  readonly parameterType: string
  /** Reads a value of a JSON body; never called with null. */
  readonly parseJson: (value: unknown, field: FieldDefinition) => Parsed
  /** Reads a value written in a URL or a file. */
  readonly parseText: (text: string, field: FieldDefinition) => Parsed
  /** Filter operators that make sense, without `$`, most usual first. */
  readonly operators: readonly string[]
  readonly sortable: boolean
  /** SQL a column is sorted by; absent: the column itself. */
  readonly sortKey?: (column: string) => string
  /** SQL that is true when a column holds nothing; absent: `column is null`. */
  readonly isEmpty?: (column: string) => string
  /** SQL of the column as text, for the like family of operators; absent: `column::text`. */
  readonly asText?: (column: string) => string
  /** Serialized in place of the value, whatever it is. */
  readonly placeholder?: string
  /** Props for the shell's widget. */
  readonly props: (field: FieldDefinition) => Readonly<Record<string, unknown>>
  readonly validation: (field: FieldDefinition) => ValidationRules
}

export const parsed = (value: unknown): Parsed => ({ ok: true, value })
export const expected = (what: string): Parsed => ({ ok: false, expected: what })
