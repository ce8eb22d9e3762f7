import { type Catalog, identifier, type MediaType, type Relation, type RelationPath } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import type { BoundLink } from './bind-links.ts'
import { Parameters, run, write } from './sql.ts'

/**
 * Makes the changes of a record's relations that are no column of its own.
 *
 * @returns whether anything the record owns changed, so that its tag must.
 */
export async function applyLinks(
  tx: Transaction,
  links: readonly BoundLink[],
  id: number,
  catalog: Catalog,
): Promise<boolean> {
  let changed = false
  for (const link of links) {
    const { via } = link.relation
    if (via.kind === 'column') changed = (await releaseColumn(tx, link, via.column, id, catalog)) || changed
    else if (via.kind === 'reverse') await applyReverse(tx, link, via.column, id, catalog)
    else changed = (await applyLinkTable(tx, link, via, id, catalog)) || changed
  }
  return changed
}

/** A to-one value removed by naming it: other values stay. Setting one is a column of the record. */
async function releaseColumn(
  tx: Transaction,
  link: BoundLink,
  column: string,
  id: number,
  catalog: Catalog,
): Promise<boolean> {
  if (link.operation !== 'Remove') return false
  const table = tableOf(link.relation.from, catalog)
  const values = new Parameters()
  const text = `update ${table} set ${identifier(column)} = null where id = ${values.add(id, 'bigint')} and ${identifier(column)} = any(${values.add(link.ids, 'bigint[]')})`
  return (await write(tx, text, values)) > 0
}

/** The foreign key stands on the related records: theirs are the rows that change, and their tags. */
async function applyReverse(
  tx: Transaction,
  link: BoundLink,
  name: string,
  id: number,
  catalog: Catalog,
): Promise<void> {
  const table = tableOf(link.relation.to, catalog)
  const column = identifier(name)
  if (link.operation !== 'Add') {
    const values = new Parameters()
    const mine = `${column} = ${values.add(id, 'bigint')}`
    const listed = `id = any(${values.add(link.ids, 'bigint[]')})`
    const which = link.operation === 'Remove' ? listed : `not ${listed}`
    await write(tx, `update ${table} set ${column} = null, version = version + 1 where ${mine} and ${which}`, values)
  }
  if (link.operation !== 'Remove') {
    const values = new Parameters()
    const mine = values.add(id, 'bigint')
    const listed = values.add(link.ids, 'bigint[]')
    const text = `update ${table} set ${column} = ${mine}, version = version + 1 where id = any(${listed}) and ${column} is distinct from ${mine}`
    await write(tx, text, values)
  }
}

type LinkPath = Extract<RelationPath, { kind: 'link' }>

async function applyLinkTable(
  tx: Transaction,
  link: BoundLink,
  via: LinkPath,
  id: number,
  catalog: Catalog,
): Promise<boolean> {
  const { relation, operation, ids } = link
  const [table, from, to] = [identifier(via.table), identifier(via.fromColumn), identifier(via.toColumn)]
  const touched = new Set<number>()
  if (operation !== 'Add') {
    const values = new Parameters()
    const listed = `${to} = any(${values.add(ids, 'bigint[]')})`
    const which = operation === 'Remove' ? listed : `not ${listed}`
    const text = `delete from ${table} where ${from} = ${values.add(id, 'bigint')} and ${which} returning ${to} as id`
    for (const row of await run<{ id: number }>(tx, text, values)) touched.add(Number(row.id))
  }
  if (operation !== 'Remove' && ids.length > 0) {
    const values = new Parameters()
    const [mine, listed] = [values.add(id, 'bigint'), values.add(ids, 'bigint[]')]
    const order = via.orderColumn === null ? '' : `, ${identifier(via.orderColumn)}`
    const last =
      via.orderColumn === null
        ? ''
        : `, (select coalesce(max(${identifier(via.orderColumn)}), 0) from ${table} where ${from} = ${mine}) + given.n`
    const text = `insert into ${table} (${from}, ${to}${order})
      select ${mine}, given.id${last} from unnest(${listed}) with ordinality as given(id, n)
      where not exists (select 1 from ${table} j where j.${from} = ${mine} and j.${to} = given.id) order by given.n returning ${to} as id`
    for (const row of await run<{ id: number }>(tx, text, values)) touched.add(Number(row.id))
  }
  const reordered = operation === 'Replace' && via.orderColumn !== null && (await reorder(tx, link, via, id))
  if (!relation.owned) await touchOwners(tx, relation, [...touched], catalog)
  return relation.owned && (touched.size > 0 || reordered)
}

/** Replace keeps the given order [D3]. */
async function reorder(tx: Transaction, link: BoundLink, via: LinkPath, id: number): Promise<boolean> {
  const [table, from, to, order] = [via.table, via.fromColumn, via.toColumn, via.orderColumn as string].map(identifier)
  const values = new Parameters()
  const listed = values.add(link.ids, 'bigint[]')
  const version = via.linkType === null ? '' : ', version = j.version + 1'
  const text = `update ${table} j set ${order} = given.n${version} from unnest(${listed}) with ordinality as given(id, n)
    where j.${from} = ${values.add(id, 'bigint')} and j.${to} = given.id and j.${order} is distinct from given.n`
  return (await write(tx, text, values)) > 0
}

/** Records whose own relation changed from its other side. */
async function touchOwners(
  tx: Transaction,
  relation: Relation,
  ids: readonly number[],
  catalog: Catalog,
): Promise<void> {
  if (ids.length === 0) return
  const values = new Parameters()
  await write(
    tx,
    `update ${tableOf(relation.to, catalog)} set version = version + 1 where id = any(${values.add(ids, 'bigint[]')})`,
    values,
  )
}

/** Of a link object that is written itself: the records whose relation it makes up. */
export async function touchLinkOwners(tx: Transaction, type: MediaType, id: number, catalog: Catalog): Promise<void> {
  for (const owner of catalog.mediaTypes.values()) {
    for (const { owned, via } of owner.relations.values()) {
      if (!owned || via.kind !== 'link' || via.linkType !== type.name) continue
      const values = new Parameters()
      const own = `select ${identifier(via.fromColumn)} from ${identifier(type.table)} where id = ${values.add(id, 'bigint')}`
      await write(tx, `update ${identifier(owner.table)} set version = version + 1 where id in (${own})`, values)
    }
  }
}

function tableOf(name: string, catalog: Catalog): string {
  return identifier((catalog.mediaTypes.get(name) as MediaType).table)
}
