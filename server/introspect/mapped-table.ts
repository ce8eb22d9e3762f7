import type { FieldDocument, MediaTypeDocument } from '../catalog/document.ts'
import { type ForeignKey, type Table, tableTitle } from './database-schema.ts'

/** A media type that stands for a table, as foreign keys see it. */
export interface Target {
  /** `tableTitle` of its table. */
  readonly title: string
  /** Column of the record's id. */
  readonly key: string
  /** Name of the media type. */
  readonly name: string
}

/** A table that becomes a media type in this run. */
export interface MappedTable extends Target {
  readonly table: Table
  /** The media type it is already. */
  readonly known: MediaTypeDocument | undefined
}

/** By `tableTitle`. */
export type Targets<T extends Target = Target> = ReadonlyMap<string, T>

/** The record that a foreign key leads to, where fields can hold its id: one column, to the column of the id. */
export function targetOf<T extends Target>(key: ForeignKey, targets: Targets<T>): T | undefined {
  const target = targets.get(tableTitle({ schema: key.toSchema, name: key.toTable }))
  return key.columns.length === 1 && target !== undefined && key.toColumns[0] === target.key ? target : undefined
}

/** The field that a column is already. */
export function knownField({ known }: MappedTable, column: string): FieldDocument | undefined {
  const toMany = new Set(known?.relations?.map(({ field }) => field))
  return known?.fields.find((field) => (field.column ?? field.name) === column && !toMany.has(field.name))
}
