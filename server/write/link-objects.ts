import { identifier, type MediaType } from '../catalog/catalog.ts'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { LinkPath, Pair } from './apply-joins.ts'
import { pairsSql } from './apply-joins.ts'
import type { ApplyContext, PlannedChange } from './apply-links.ts'
import { rowOf } from './insert-rows.ts'
import { OwnerWatch } from './owners.ts'
import { deleteRecords, insertRecords, updateRecords } from './records.ts'
import { snapshots } from './snapshot.ts'
import { Parameters, run } from './sql.ts'

/** Changes a relation whose joining rows are entities: they have tags and a history of their own, and move their owners'. */
export async function applyLinkObjects(
  via: LinkPath,
  linkType: string,
  changes: readonly PlannedChange[],
  context: ApplyContext,
): Promise<void> {
  const type = context.catalog.mediaTypes.get(linkType) as MediaType
  const released = changes.flatMap(({ id, link }) => link.release.map((to): Pair => ({ from: id, to })))
  await deleteRecords(
    type,
    (await joiningRows(via, type, released, context)).map((row) => row.id),
    context,
  )
  await insert(via, type, changes, context)
  for (const { id, link } of changes) {
    const changed = [...link.columns].filter(([to]) => !link.adopt.includes(to))
    const pairs = changed.map(([to]): Pair => ({ from: id, to }))
    const rows = await joiningRows(via, type, pairs, context)
    const updates = rows.map((row) => ({ id: row.id, columns: link.columns.get(row.to) ?? [] }))
    await updateRecords(type, updates, context)
    if (link.order !== null && via.orderColumn !== null) await reorder(via, type, id, link.order, context)
  }
}

/** New members come after those that are there, in the order given. */
async function insert(
  via: LinkPath,
  type: MediaType,
  changes: readonly PlannedChange[],
  context: ApplyContext,
): Promise<void> {
  const table = tableSql(via.table)
  const rows = changes.flatMap(({ id, link }) =>
    link.adopt.map((to, index) => {
      const row = new Map(rowOf(link.columns.get(to) ?? []))
      row.set(via.fromColumn, (values) => values.add(id, 'bigint'))
      row.set(via.toColumn, (values) => values.add(to, 'bigint'))
      const order = via.orderColumn
      if (order !== null) {
        row.set(order, (values) => {
          const mine = `${identifier(via.fromColumn)} = ${values.add(id, 'bigint')}`
          return `coalesce((select max(${identifier(order)}) from ${table} where ${mine}), 0) + ${index + 1}`
        })
      }
      return row
    }),
  )
  await insertRecords(type, rows, context)
}

/** Replace keeps the given order [D3]. */
async function reorder(
  via: LinkPath,
  type: MediaType,
  id: number,
  order: readonly number[],
  { tx, catalog, log }: ApplyContext,
): Promise<void> {
  const [from, to, column] = [via.fromColumn, via.toColumn, via.orderColumn as string].map(identifier)
  const pairs = order.map((other): Pair => ({ from: id, to: other }))
  const rowIds = (await joiningRows(via, type, pairs, { tx, catalog, log })).map((row) => row.id)
  for (const was of (await snapshots(tx, type, rowIds, { catalog, rights: UNRESTRICTED })).values())
    log.before(type, was)
  const values = new Parameters()
  const listed = values.add(order, 'bigint[]')
  const version = type.versionSource === 'version' ? ', version = version + 1' : ''
  const text = `update ${tableSql(via.table)} j set ${column} = given.n${version}
    from unnest(${listed}) with ordinality as given(other, n)
    where j.${from} = ${values.add(id, 'bigint')} and j.${to} = given.other and j.${column} is distinct from given.n
    returning ${keySql(type, 'j')} as id`
  const rows = await run<{ id: number }>(tx, text, values)
  const ids = rows.map((row) => Number(row.id))
  await (await OwnerWatch.over(tx, type, ids, catalog)).settle(ids, log)
}

async function joiningRows(
  via: LinkPath,
  type: MediaType,
  pairs: readonly Pair[],
  { tx }: ApplyContext,
): Promise<readonly { readonly id: number; readonly to: number }[]> {
  if (pairs.length === 0) return []
  const values = new Parameters()
  const given = pairsSql(pairs, values)
  const [from, to] = [identifier(via.fromColumn), identifier(via.toColumn)]
  const text = `select ${keySql(type, 'j')} as id, g.b as to from ${tableSql(via.table)} j
    join ${given} on j.${from} = g.a and j.${to} = g.b`
  const rows = await run<{ id: number; to: number }>(tx, text, values)
  return rows.map((row) => ({ id: Number(row.id), to: Number(row.to) }))
}
