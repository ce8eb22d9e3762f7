import { identifier, type MediaType } from '../catalog/catalog.ts'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { ApplyContext } from './apply-links.ts'
import type { BoundColumn } from './bind-write.ts'
import { insertRows, type NewRow, valueSql } from './insert-rows.ts'
import { OwnerWatch, touch } from './owners.ts'
import { type Snapshot, snapshots } from './snapshot.ts'
import { Parameters, write } from './sql.ts'

/** Adds records of one media type without their relations; tells the log and whoever shows them. */
export async function insertRecords(
  type: MediaType,
  rows: readonly NewRow[],
  { tx, catalog, log }: ApplyContext,
): Promise<readonly number[]> {
  if (rows.length === 0) return []
  const watch = await OwnerWatch.over(tx, type, [], catalog)
  const ids = await insertRows(tx, type, rows)
  for (const id of ids) log.added(type, id)
  await watch.settle(ids, log)
  return ids
}

/**
 * Changes a record's own columns; its version moves when anything is different afterwards.
 *
 * @param moved something else of the record changed already.
 * @param before the record as it was, when that is known.
 * @returns whether the version moved.
 */
export async function updateRecord(
  type: MediaType,
  id: number,
  columns: readonly BoundColumn[],
  { tx, catalog, log }: ApplyContext,
  moved = false,
  before?: Snapshot,
): Promise<boolean> {
  if (columns.length === 0 && !moved) return false
  const was = before ?? (await snapshots(tx, type, [id], { catalog, rights: UNRESTRICTED })).get(id)
  const watch = await OwnerWatch.over(tx, type, [id], catalog)
  const values = new Parameters()
  const assignments = columns.map(({ field, value }) => {
    return { column: identifier(field.column), value: valueSql(field, value, values), field }
  })
  const differs = assignments.map(({ column, value, field }) =>
    // what has no equality of its own is compared as text
    field.columnType === null
      ? `${column} is distinct from ${value}`
      : `${column}::text is distinct from (${value})::text`,
  )
  const sets = [
    ...assignments.map(({ column, value }) => `${column} = ${value}`),
    ...(type.versionSource === 'version' ? ['version = version + 1'] : []),
  ]
  if (columns.length === 0) await touch(tx, type, [id])
  else {
    const where = moved ? 'true' : `(${differs.join(' or ')})`
    const text = `update ${tableSql(type.table)} set ${sets.join(', ')} where ${keySql(type)} = ${values.add(id, 'bigint')} and ${where}`
    if ((await write(tx, text, values)) === 0) return false
  }
  if (was !== undefined) log.before(type, was)
  for (const { field } of columns) if (field.type.placeholder !== undefined) log.rewritten(type, id, field.name)
  await watch.settle([id], log)
  return true
}

/** Removes records that nothing refers to any more. */
export async function deleteRecords(
  type: MediaType,
  ids: readonly number[],
  { tx, catalog, log }: ApplyContext,
): Promise<void> {
  if (ids.length === 0) return
  const before = await snapshots(tx, type, ids, { catalog, rights: UNRESTRICTED }, true)
  const watch = await OwnerWatch.over(tx, type, ids, catalog)
  const values = new Parameters()
  const listed = values.add(ids, 'bigint[]')
  await write(tx, `delete from ${tableSql(type.table)} where ${keySql(type)} = any(${listed})`, values)
  for (const was of before.values()) log.removed(type, was)
  await watch.settle(ids, log)
}
