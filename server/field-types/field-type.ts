import type { ValidationRules } from '../../shared/page.ts'
import type { Parsed, RuledField, ValueReader } from '../../shared/values/reading.ts'
import type { JsonSchema } from './json-schema.ts'

export { expected, type Parsed, parsed } from '../../shared/values/reading.ts'

/** Definition of one field of a media type, as its type sees it. */
export interface FieldDefinition extends RuledField {
  readonly name: string
  readonly label: string
  readonly column: string
  readonly readOnly: boolean
  readonly defaultValue: unknown
  readonly help: string | null
}

/** Where a field with a redirect leads: a page, and the item on it when the field's value is not that item's id. */
export interface LinkTarget {
  readonly pageKey: string
  readonly id?: string
}

/**
 * A field type: how a field is kept, checked and shown. One file each; `index.ts` lists them. How its values are read
 * stands in `shared/values/`, where the browser finds it too. Whatever a parse function accepts, Postgres accepts too,
 * cast to `parameterType`.
 */
export interface FieldType extends ValueReader {
  readonly name: string
  readonly widget: string
  /** Column type in Postgres; of a relation field, that of the foreign key. */
  readonly sqlType: (field: FieldDefinition) => string
  /** SQL that yields the value as the API shows it, from a column reference; absent: the column itself. */
  readonly select?: (column: string) => string
  /** SQL type a parameter is cast to, in a write and in a comparison. */
  readonly parameterType: string
  /** Reads what a filter compares with: one value (of a list type, one element), within the type's limits only. */
  readonly parseOperand: (text: string) => Parsed
  /** Filter operators that make sense, without `$`, most usual first. */
  readonly operators: readonly string[]
  readonly sortable: boolean
  /** SQL a column is sorted by; absent: the column itself. */
  readonly sortKey?: (column: string) => string
  /** SQL of equality with one bound operand; absent: `column = parameter`. May be null where the column is. */
  readonly equals?: (column: string, parameter: Parameter) => string
  /** SQL of equality with any of a bound array of operands; absent: `column = any(array)`. */
  readonly among?: (column: string, parameter: Parameter) => string
  /** SQL, never null, that is true when a column holds nothing; absent: `column is null`. */
  readonly isEmpty?: (column: string) => string
  /** SQL of the column as text, for the like family of operators; absent: `column::text`. */
  readonly asText?: (column: string) => string
  /** SQL of the column as the text that `parseText` reads back; absent: `asText`. */
  readonly written?: (column: string) => string
  /** Field types of a sum and of an average; absent: the values do not add up. */
  readonly sums?: { readonly sum: string; readonly average: string }
  /** Values that lie in time: SQL of the day (a date) or of the instant (a timestamptz) from a column reference. */
  readonly inTime?: { readonly as: 'day' | 'instant'; readonly sql: (column: string) => string }
  /** Values that are lists: the field type of an element, and SQL of a set of all elements. */
  readonly elements?: { readonly type: string; readonly sql: (column: string) => string }
  /** Serialized in place of the value, whatever it is. */
  readonly placeholder?: string
  /** How a redirect to a page is handed to the widget; absent: the field shows no link. */
  readonly link?: (target: Required<LinkTarget>) => LinkTarget
  /** Props for the shell's widget. */
  readonly props: (field: FieldDefinition) => Readonly<Record<string, unknown>>
  readonly validation: (field: FieldDefinition) => ValidationRules
  /** What a body may hold, null aside, with the field's limits. */
  readonly schema: (field: FieldDefinition) => JsonSchema
  /** What a read shows where there is a value: its form only, since limits may be younger than the data. */
  readonly shown: (field: FieldDefinition) => JsonSchema
}

/** Refers to the bound operand, cast to the given SQL type: `$3::bigint`. Without one: the field type's own. */
export type Parameter = (cast?: string) => string
