import { indexName } from '../db/index-name.ts'
import { type Field, identifier, type MediaType } from './catalog.ts'

/** An index of one column. */
export interface IndexModel {
  readonly purpose: 'key' | 'sort' | 'desc' | 'value' | 'back' | 'rights'
  readonly unique: boolean
  /** What follows the table's name in its definition, by the column's name as SQL. */
  readonly on: (column: string) => string
}

/** An index for whatever a field is filtered, sorted or joined by. */
export function columnIndexes(type: MediaType, field: Field): readonly IndexModel[] {
  const indexes: IndexModel[] = []
  if (field.unique || field.relation?.kind === 'one-to-one') {
    indexes.push({ purpose: 'key', unique: true, on: (column) => `(${column})` })
  }
  // pages in the order of ids skip rows by their source without visiting them
  if (field.name === type.sourceField) {
    indexes.push({ purpose: 'rights', unique: false, on: (column) => `(id) include (${column})` })
  }
  if (!field.indexed && field.relation === null && field.name !== type.nameField) return indexes
  const sorted = (column: string): string => field.type.sortKey?.(column) ?? column
  indexes.push({ purpose: 'sort', unique: false, on: (column) => `(${sorted(column)}, id)` })
  // A descending read keeps records without a value last, which the index above cannot give.
  if (!field.required && field.relation === null) {
    const on = (column: string): string => `(${sorted(column)} desc nulls last, id desc)`
    indexes.push({ purpose: 'desc', unique: false, on })
  }
  // Equality only, but of any length.
  if (field.type.sortKey !== undefined) {
    indexes.push({ purpose: 'value', unique: false, on: (column) => `using hash (${column})` })
  }
  return indexes
}

/** A joining table is found from its first column by the primary key, and from its second one by this. */
export function linkIndexes(from: string): readonly IndexModel[] {
  return [{ purpose: 'back', unique: false, on: (column) => `(${column}, ${identifier(from)})` }]
}

/** The name of an index in the database. */
export function indexSqlName(table: string, column: string, { purpose }: IndexModel): string {
  return identifier(indexName(table, column, purpose))
}
