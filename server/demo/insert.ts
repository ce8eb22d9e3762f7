import { type Kysely, sql } from 'kysely'
import { identifier } from '../catalog/catalog.ts'
import type { Tables } from '../db/tables.ts'

/** A record to insert: values by column, as JSON. All rows of one insert have the same columns. */
export type NewRow = Readonly<Record<string, unknown>>

/** Counts rows as they are inserted; `what` says of which kind, in the plural. */
export type Advance = (count: number, what: string) => void

const BATCH = 500

/**
 * Inserts rows in order and batches. A batch is one parameter, its rows as JSON, which Postgres reads by the table's
 * own column types: no limit on parameters is met, and the statement's text is the same for each.
 */
export async function insertRows(
  kysely: Kysely<Tables>,
  table: string,
  rows: readonly NewRow[],
  inserted: (count: number) => void,
): Promise<void> {
  for (const batch of batches(rows)) {
    await sql`${insertion(table, batch)}`.execute(kysely)
    inserted(batch.length)
  }
}

/** Inserts rows whose text in the column `key` is unique and gives their ids by it. */
export async function insertNamed(
  kysely: Kysely<Tables>,
  table: string,
  key: string,
  rows: readonly NewRow[],
  inserted: (count: number) => void,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const batch of batches(rows)) {
    const returning = sql.raw(`returning id, ${identifier(key)} as key`)
    const result = await sql<{ id: number; key: string }>`${insertion(table, batch)} ${returning}`.execute(kysely)
    for (const row of result.rows) ids.set(row.key, Number(row.id))
    inserted(batch.length)
  }
  return ids
}

function insertion(table: string, rows: readonly NewRow[]) {
  const columns = Object.keys(rows[0] ?? {})
    .map(identifier)
    .join(', ')
  return sql`${sql.raw(`insert into ${identifier(table)} (${columns}) select ${columns}`)}
    from ${sql.raw(`json_populate_recordset(null::${identifier(table)}`)}, ${JSON.stringify(rows)}::json)`
}

function* batches(rows: readonly NewRow[]): Generator<readonly NewRow[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH)
}

/** Refreshes what Postgres knows of the tables' contents, by which it plans. */
export async function analyze(kysely: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  await sql.raw(`analyze ${tables.map(identifier).join(', ')}`).execute(kysely)
}
