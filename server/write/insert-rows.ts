import { type Field, identifier, type MediaType } from '../catalog/catalog.ts'
import { assignedSql, keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { BoundColumn } from './bind-write.ts'
import { Parameters, run } from './sql.ts'

/** A row to insert: SQL of a value by column name. */
export type NewRow = ReadonlyMap<string, (values: Parameters) => string>

/** Postgres takes 65,535 parameters; a statement of this many is as fast as a longer one. */
const MAX_PARAMETERS = 16_000
const MAX_ROWS = 500

/** Adds rows, many to a statement, and gives their ids in the same order. */
export async function insertRows(tx: Transaction, type: MediaType, rows: readonly NewRow[]): Promise<number[]> {
  const ids: number[] = []
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const step = rowsOfOneStatement(columns.length)
  for (let at = 0; at < rows.length; at += step) {
    const values = new Parameters()
    const text = insertText(type, columns, rows.slice(at, at + step), values)
    for (const { id } of await run<{ id: number }>(tx, text, values)) ids.push(Number(id))
    // which of them a trigger held back cannot be told
    if (ids.length < Math.min(at + step, rows.length)) throw notKept(type)
  }
  return ids
}

/** A trigger of the table held a write back without an error. */
export function notKept({ label }: MediaType): AppError {
  return new AppError({ code: 'VALIDATION', detail: `the database did not keep what was written of ${label}` })
}

/** How many rows of so many values one statement takes. */
export function rowsOfOneStatement(values: number): number {
  return Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_PARAMETERS / Math.max(1, values))))
}

/** A row of a record's own columns. */
export function rowOf(columns: readonly BoundColumn[]): NewRow {
  return new Map(columns.map(({ field, value }) => [field.column, (values) => valueSql(field, value, values)]))
}

/** A bound value as its column takes it. */
export function valueSql(field: Field, value: unknown, values: Parameters): string {
  return assignedSql(field, values.add(value, field.type.parameterType))
}

function insertText(type: MediaType, columns: readonly string[], rows: readonly NewRow[], values: Parameters): string {
  const into = `insert into ${tableSql(type.table)}`
  const returning = `returning ${keySql(type)} as id`
  if (columns.length === 0 && rows.length === 1) return `${into} default values ${returning}`
  // a row without any value still needs a column to be written
  const named = columns.length === 0 ? [type.keyColumn] : columns
  const tuples = rows.map((row) => `(${named.map((column) => row.get(column)?.(values) ?? 'default').join(', ')})`)
  return `${into} (${named.map(identifier).join(', ')}) values ${tuples.join(',\n')} ${returning}`
}
