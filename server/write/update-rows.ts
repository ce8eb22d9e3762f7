import { identifier, type MediaType } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import type { BoundColumn } from './bind-write.ts'
import { rowsOfOneStatement, valueSql } from './insert-rows.ts'
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
    const text = updateText(type, first, updates.slice(at, at + step), values)
    for (const { id } of await run<{ id: number }>(tx, text, values)) changed.push(Number(id))
  }
  return changed
}

function updateText(
  type: MediaType,
  { columns, moved }: RecordUpdate,
  updates: readonly RecordUpdate[],
  values: Parameters,
): string {
  const named = columns.map(({ field }, index) => ({ field, column: identifier(field.column), given: `g.v${index}` }))
  const rows = updates.map(({ id, columns }) => {
    const own = columns.map(({ field, value }: BoundColumn) => valueSql(field, value, values))
    return `(${[values.add(id, 'bigint'), ...own].join(', ')})`
  })
  const sets = named.map(({ column, given }) => `${column} = ${given}`)
  if (type.versionSource === 'version') sets.push('version = t.version + 1')
  const differs = named.map(({ field, column, given }) =>
    // what has no equality of its own is compared as text
    field.columnType === null
      ? `t.${column} is distinct from ${given}`
      : `t.${column}::text is distinct from ${given}::text`,
  )
  const key = keySql(type, 't')
  const where = moved === true ? '' : ` and (${differs.join(' or ')})`
  return `update ${tableSql(type.table)} t set ${sets.join(', ')}
    from (values ${rows.join(',\n')}) as g(id, ${named.map(({ given }) => given.slice(2)).join(', ')})
    where ${key} = g.id${where} returning ${key} as id`
}
