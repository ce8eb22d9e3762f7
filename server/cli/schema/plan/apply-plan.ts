import { sql } from 'kysely'
import { applyTableChanges } from '../../../catalog/apply-table-changes.ts'
import { identifier } from '../../../catalog/catalog.ts'
import { loadMetadata } from '../../../catalog/load.ts'
import { lockMetadata } from '../../../catalog/metadata-lock.ts'
import type { Transaction } from '../../../db/database.ts'
import { followCriteria } from '../../../metadata/follow-criteria.ts'
import { nameChanges } from '../../../metadata/name-changes.ts'
import { followFields, removeFieldRights } from './field-rights.ts'
import type { Plan } from './plan.ts'
import type { RowChange } from './row-changes.ts'
import { tellHistory } from './tell-history.ts'
import { tellNames } from './tell-names.ts'
import { JSON_COLUMNS, TABLES, type TableName, type Values } from './wanted-rows.ts'

/** Nobody else changes metadata or texts until the transaction ends; reading goes on. */
export async function lockForApply(tx: Transaction): Promise<void> {
  await lockMetadata(tx)
  // texts and bundles are saved without that lock, being no part of the catalog
  await sql`lock table adm_dictionary, adm_remotes in share row exclusive mode`.execute(tx.kysely)
}

/**
 * Makes a plan true, in the caller's transaction.
 *
 * @param applied told after each step, of as many as `stepsOf` counts
 * @throws {AppError} where records stand in the way, or would be lost without confirmation
 */
export async function applyPlan(
  tx: Transaction,
  plan: Plan,
  { lossConfirmed, applied }: { readonly lossConfirmed: boolean; readonly applied: (steps: number) => void },
): Promise<void> {
  const { rows, tables, renames, placeOf } = plan
  const before = await loadMetadata(tx)
  await applyTableChanges(tx, tables, {
    lossConfirmed,
    pointerOf: (subject) => JSON.stringify(placeOf(subject) ?? []),
  })
  applied(tables.length)
  for (const [name, old] of renames.types) {
    await sql`update permissions set key = ${name}, version = version + 1 where object_type = 2 and key = ${old}`.execute(
      tx.kysely,
    )
  }
  await followFields(tx, renames)
  const types = of(rows, 'adm_mediatypes')
  const others = TABLES.filter((table) => table !== 'adm_mediatypes')
  // what refers to a media type goes after it was added and renamed, and before it is removed
  await change(tx, types)
  await add(tx, types)
  applied(types.length)
  const bundles = of(rows, 'adm_remotes')
  await tellHistory(
    tx,
    bundles.filter(({ action }) => action === 'remove'),
  )
  for (const table of others) await remove(tx, table, of(rows, table))
  await freeEntries(tx, bundles)
  for (const table of others) {
    const own = of(rows, table)
    await change(tx, own)
    await add(tx, own)
    applied(own.length)
  }
  await tellHistory(tx, [...types, ...bundles.filter(({ action }) => action !== 'remove')])
  await remove(tx, 'adm_mediatypes', types)
  await removeRights(tx, types)
  await removeFieldRights(tx)
  const after = await loadMetadata(tx)
  await followCriteria(tx, before, nameChanges(before, after))
  await tellNames(tx, before, after)
}

/** Rights to what is gone go, as they do when the API deletes it: a later media type of that name begins without. */
async function removeRights({ kysely }: Transaction, types: readonly RowChange[]): Promise<void> {
  const names = types.flatMap(({ action, title }) => (action === 'remove' ? [title] : []))
  if (names.length === 0) return
  await kysely.deleteFrom('permissions').where('object_type', '=', 2).where('key', 'in', names).execute()
}

export function stepsOf({ rows, tables }: Plan): number {
  return rows.length + tables.length
}

function of(rows: readonly RowChange[], table: TableName): readonly RowChange[] {
  return rows.filter((row) => row.table === table)
}

async function change({ kysely }: Transaction, rows: readonly RowChange[]): Promise<void> {
  for (const { table, action, id, after, columns } of rows) {
    if (action !== 'change' || after === null) continue
    const set = columns.map((column) => sql`${sql.raw(identifier(column))} = ${stored(column, after[column])}`)
    await sql`update ${sql.raw(identifier(table))} set ${sql.join(set)}, version = version + 1 where id = ${id}`.execute(
      kysely,
    )
  }
}

/** Bundles may exchange their addresses, of which no two are the same at any time. */
async function freeEntries({ kysely }: Transaction, bundles: readonly RowChange[]): Promise<void> {
  const ids = bundles.flatMap(({ action, id, columns }) =>
    action === 'change' && id !== null && columns.includes('entry') ? [id] : [],
  )
  if (ids.length === 0) return
  await sql`update adm_remotes set entry = 'marquee:' || id where id in (${sql.join(ids)})`.execute(kysely)
}

/** So many rows go in one statement; Postgres takes 65,535 values. */
const BATCH = 500

async function add({ kysely }: Transaction, rows: readonly RowChange[]): Promise<void> {
  const added = rows.filter(({ action }) => action === 'add')
  for (let start = 0; start < added.length; start += BATCH) {
    const batch = added.slice(start, start + BATCH)
    const table = batch[0]?.table as TableName
    await kysely
      .insertInto(table)
      .values(batch.map(({ after }) => storedRow(after ?? {})) as never)
      .execute()
  }
}

async function remove({ kysely }: Transaction, table: TableName, rows: readonly RowChange[]): Promise<void> {
  const ids = rows.flatMap(({ action, id }) => (action === 'remove' && id !== null ? [id] : []))
  if (ids.length > 0) await kysely.deleteFrom(table).where('id', 'in', ids).execute()
}

function storedRow(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([column, value]) => [column, stored(column, value)]))
}

function stored(column: string, value: unknown): unknown {
  return JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value
}
