import { type Catalog, identifier, type MediaType, type RelationPath } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import { touch } from './owners.ts'
import type { PlannedLink } from './plan-links.ts'
import { Parameters, run, write } from './sql.ts'

/**
 * Makes the planned changes of a record's relations.
 *
 * @returns whether anything the record owns changed, so that its tag must.
 */
export async function applyLinks(
  tx: Transaction,
  links: readonly PlannedLink[],
  id: number,
  catalog: Catalog,
): Promise<boolean> {
  let changed = false
  for (const link of links) {
    const { via } = link.relation
    if (via.kind === 'reverse') changed = (await applyReverse(tx, link, via.column, id, catalog)) || changed
    else if (via.kind === 'link') changed = (await applyLinkTable(tx, link, via, id, catalog)) || changed
  }
  return changed
}

/**
 * The foreign key stands on the related records: theirs are the rows that change, and their tags. Where the relation is
 * a field of this side, this record's changes too, and that of whoever had the records before.
 */
async function applyReverse(
  tx: Transaction,
  { relation, release, adopt }: PlannedLink,
  name: string,
  id: number,
  catalog: Catalog,
): Promise<boolean> {
  const table = identifier((catalog.mediaTypes.get(relation.to) as MediaType).table)
  const column = identifier(name)
  if (relation.field !== null && adopt.length > 0) {
    const values = new Parameters()
    const text = `select distinct ${column} as id from ${table} where id = any(${values.add(adopt, 'bigint[]')}) and ${column} is not null`
    const former = await run<{ id: number }>(tx, text, values)
    await touch(tx, { type: relation.from, ids: former.map((row) => Number(row.id)) }, catalog)
  }
  for (const [ids, value] of [
    [release, null],
    [adopt, id],
  ] as const) {
    if (ids.length === 0) continue
    const values = new Parameters()
    const assignment = `${column} = ${values.add(value, 'bigint')}`
    const listed = values.add(ids, 'bigint[]')
    await write(tx, `update ${table} set ${assignment}, version = version + 1 where id = any(${listed})`, values)
  }
  return relation.field !== null && release.length + adopt.length > 0
}

type LinkPath = Extract<RelationPath, { kind: 'link' }>

async function applyLinkTable(
  tx: Transaction,
  link: PlannedLink,
  via: LinkPath,
  id: number,
  catalog: Catalog,
): Promise<boolean> {
  const { relation, release, adopt } = link
  const [table, from, to] = [identifier(via.table), identifier(via.fromColumn), identifier(via.toColumn)]
  if (release.length > 0) {
    const values = new Parameters()
    const mine = `${from} = ${values.add(id, 'bigint')}`
    await write(tx, `delete from ${table} where ${mine} and ${to} = any(${values.add(release, 'bigint[]')})`, values)
  }
  if (adopt.length > 0) await adoptLinks(tx, link, via, id)
  const reordered = link.order !== null && via.orderColumn !== null && (await reorder(tx, link.order, via, id))
  if (!relation.owned) await touch(tx, { type: relation.to, ids: [...release, ...adopt] }, catalog)
  return relation.owned && (release.length > 0 || adopt.length > 0 || reordered)
}

/** New members come after those that are there, in the order given. */
async function adoptLinks(tx: Transaction, { adopt }: PlannedLink, via: LinkPath, id: number): Promise<void> {
  const [table, from, to] = [identifier(via.table), identifier(via.fromColumn), identifier(via.toColumn)]
  const values = new Parameters()
  const [mine, listed] = [values.add(id, 'bigint'), values.add(adopt, 'bigint[]')]
  const column = via.orderColumn === null ? null : identifier(via.orderColumn)
  const last = `(select coalesce(max(${column}), 0) from ${table} where ${from} = ${mine}) + given.n`
  const text = `insert into ${table} (${from}, ${to}${column === null ? '' : `, ${column}`})
    select ${mine}, given.id${column === null ? '' : `, ${last}`}
    from unnest(${listed}) with ordinality as given(id, n) order by given.n on conflict do nothing`
  await run(tx, text, values)
}

/** Replace keeps the given order [D3]. */
async function reorder(tx: Transaction, ids: readonly number[], via: LinkPath, id: number): Promise<boolean> {
  const [table, from, to, order] = [via.table, via.fromColumn, via.toColumn, via.orderColumn as string].map(identifier)
  const values = new Parameters()
  const listed = values.add(ids, 'bigint[]')
  const version = via.linkType === null ? '' : ', version = j.version + 1'
  const text = `update ${table} j set ${order} = given.n${version} from unnest(${listed}) with ordinality as given(id, n)
    where j.${from} = ${values.add(id, 'bigint')} and j.${to} = given.id and j.${order} is distinct from given.n`
  return (await write(tx, text, values)) > 0
}
