import { identifier, type MediaType } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import type { BoundColumn } from './bind-write.ts'
import { notKept, rowsOfOneStatement, valueSql } from './insert-rows.ts'
import { touch } from './owners.ts'
import type { RecordUpdate } from './records.ts'
import { Parameters, run } from './sql.ts'

/** Equal for updates that one statement can make. */
export function shapeOf({ columns, moved = false }: RecordUpdate): string {
  return `${moved} ${columns.map(({ field }) => field.column).join(' ')}`
}

/**
 * Makes updates of one shape, many to a statement.
 *
 * @returns ids of the records that are different now, or were before.
 */
export async function updateRows(
  tx: Transaction,
  type: MediaType,
  updates: readonly RecordUpdate[],
): Promise<readonly number[]> {
  const [first] = updates
  if (first === undefined) return []
  if (first.columns.length === 0) {
    const ids = updates.map(({ id }) => id)
    await touch(tx, type, ids)
    return ids
  }
  const changed: number[] = []
  const step = rowsOfOneStatement(first.columns.length + 1)
  for (let at = 0; at < updates.length; at += step) {
    const values = new Parameters()
    const part = updates.slice(at, at + step)
    const rows = await run<{ id: number }>(tx, updateText(type, first, part, values), values)
    const ids = new Set(rows.map(({ id }) => Number(id)))
    changed.push(...ids)
    if (type.foreign)
      await refuseHeldBack(
        tx,
        type,
        first,
        part.filter(({ id }) => !ids.has(id)),
      )
  }
  return changed
}

/** Rows that were left alone because nothing of them was to change are well; others a trigger held back. */
async function refuseHeldBack(
  tx: Transaction,
  type: MediaType,
  like: RecordUpdate,
  left: readonly RecordUpdate[],
): Promise<void> {
  if (left.length === 0) return
  const values = new Parameters()
  const { given, isOf, differs } = comparison(type, like, left, values)
  const held = await run(
    tx,
    `select from ${tableSql(type.table)} t, ${given} where ${isOf} and (${differs}) limit 1`,
    values,
  )
  if (held.length > 0) throw notKept(type)
}

function updateText(type: MediaType, like: RecordUpdate, updates: readonly RecordUpdate[], values: Parameters): string {
  const { given, isOf, differs } = comparison(type, like, updates, values)
  const sets = like.columns.map(({ field }, index) => `${identifier(field.column)} = g.v${index}`)
  if (type.versionSource === 'version') sets.push('version = t.version + 1')
  const where = like.moved === true ? isOf : `${isOf} and (${differs})`
  return `update ${tableSql(type.table)} t set ${sets.join(', ')} from ${given} where ${where} returning ${keySql(type, 't')} as id`
}

/** The values that updates of one shape give, as the table `g`, beside the rows `t` that they are for. */
function comparison(type: MediaType, { columns }: RecordUpdate, updates: readonly RecordUpdate[], values: Parameters) {
  const rows = updates.map(({ id, columns }) => {
    const own = columns.map(({ field, value }: BoundColumn) => valueSql(field, value, values))
    return `(${[values.add(id, 'bigint'), ...own].join(', ')})`
  })
  const differs = columns.map(({ field }, index) => {
    const [kept, given] = [`t.${identifier(field.column)}`, `g.v${index}`]
    // what has no equality of its own is compared as text
    return field.columnType === null
      ? `${kept} is distinct from ${given}`
      : `${kept}::text is distinct from ${given}::text`
  })
  return {
    given: `(values ${rows.join(',\n')}) as g(id, ${columns.map((_, index) => `v${index}`).join(', ')})`,
    isOf: `${keySql(type, 't')} = g.id`,
    differs: differs.join(' or '),
  }
}
