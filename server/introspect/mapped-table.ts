import type { FieldDocument, MediaTypeDocument } from '../catalog/document.ts'
import { type ForeignKey, type Table, tableTitle } from './database-schema.ts'

/** A table that becomes a media type. */
export interface MappedTable {
  readonly table: Table
  /** Column of the record's id. */
  readonly key: string
  /** Name of the media type. */
  readonly name: string
  /** The media type it is already. */
  readonly known: MediaTypeDocument | undefined
}

/** Every table that becomes a media type, by `tableTitle`. */
export type MappedTables = ReadonlyMap<string, MappedTable>

/** The record that a foreign key leads to, where fields can hold its id: one column, to the column of the id. */
export function targetOf(key: ForeignKey, mapped: MappedTables): MappedTable | undefined {
  const target = mapped.get(tableTitle({ schema: key.toSchema, name: key.toTable }))
  return key.columns.length === 1 && target !== undefined && key.toColumns[0] === target.key ? target : undefined
}

/** The field that a column is already. */
export function knownField({ known }: MappedTable, column: string): FieldDocument | undefined {
  const toMany = new Set(known?.relations?.map(({ field }) => field))
  return known?.fields.find((field) => (field.column ?? field.name) === column && !toMany.has(field.name))
}
