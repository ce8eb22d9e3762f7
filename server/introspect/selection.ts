import { type Table, tableTitle } from './database-schema.ts'

/** Which tables and columns a run is about. */
export interface Selection {
  readonly schemas: readonly string[]
  /** Patterns over `table` or `schema.table`, `*` for anything; none: every table. */
  readonly tables: readonly string[]
  /** The same, and over `table.column` or `schema.table.column`. */
  readonly exclude: readonly string[]
}

export function isSelected(table: Table, { tables, exclude }: Selection): boolean {
  const names = [table.name, tableTitle(table)]
  return (tables.length === 0 || matches(tables, names)) && !matches(exclude, names)
}

export function isColumnExcluded(table: Table, column: string, { exclude }: Selection): boolean {
  return matches(exclude, [`${table.name}.${column}`, `${tableTitle(table)}.${column}`])
}

function matches(patterns: readonly string[], names: readonly string[]): boolean {
  return patterns.some((pattern) => names.some((name) => expressionOf(pattern).test(name)))
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'i')
}
