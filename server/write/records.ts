import type { MediaType } from '../catalog/catalog.ts'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { ApplyContext } from './apply-links.ts'
import type { BoundColumn } from './bind-write.ts'
import { insertRows, type NewRow, notKept } from './insert-rows.ts'
import { OwnerWatch } from './owners.ts'
import { type Snapshot, snapshots } from './snapshot.ts'
import { Parameters, write } from './sql.ts'
import { inTurns, letGo } from './turns.ts'
import { shapeOf, updateRows } from './update-rows.ts'

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

/** What becomes of one record's own columns. */
export interface RecordUpdate {
  readonly id: number
  readonly columns: readonly BoundColumn[]
  /** Something else of the record changed already. */
  readonly moved?: boolean
  /** The record as it was, when that is known. */
  readonly before?: Snapshot | undefined
}

/**
 * Changes columns of records, each record once; a version moves when anything of its record is different afterwards.
 * Records of which the same columns change share a statement: one each, and the triggers that count a table's writes
 * would take ever longer.
 */
export async function updateRecords(
  type: MediaType,
  updates: readonly RecordUpdate[],
  { tx, catalog, log }: ApplyContext,
): Promise<void> {
  const wanted = updates.filter(({ columns, moved }) => columns.length > 0 || moved === true)
  if (wanted.length === 0) return
  const ids = wanted.map(({ id }) => id)
  const unknown = wanted.flatMap(({ id, before }) => (before === undefined ? [id] : []))
  const read = unknown.length === 0 ? new Map() : await snapshots(tx, type, unknown, { catalog, rights: UNRESTRICTED })
  const watch = await OwnerWatch.over(tx, type, ids, catalog)
  const changed = new Set<number>()
  const { turns, circle, holders } = inTurns(type, wanted, ({ id, before = read.get(id) }) => before)
  for (const turn of [...turns, circle]) {
    if (turn === circle) await letGo(tx, type, holders)
    for (const alike of Map.groupBy(turn, shapeOf).values()) {
      for (const id of await updateRows(tx, type, alike)) changed.add(id)
    }
  }
  for (const { id, columns, before = read.get(id) } of wanted) {
    if (!changed.has(id)) continue
    if (before !== undefined) log.before(type, before)
    for (const { field } of columns) if (field.type.placeholder !== undefined) log.rewritten(type, id, field.name)
  }
  await watch.settle([...changed], log)
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
  const gone = await write(tx, `delete from ${tableSql(type.table)} where ${keySql(type)} = any(${listed})`, values)
  if (gone < before.size) throw notKept(type)
  for (const was of before.values()) log.removed(type, was)
  await watch.settle(ids, log)
}
