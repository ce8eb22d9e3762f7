import { identifier, type MediaType, type Relation, type RelationPath } from '../catalog/catalog.ts'
import { tableSql } from '../catalog/sql-names.ts'
import { wayBack } from '../query/bind.ts'
import type { ApplyContext, PlannedChange } from './apply-links.ts'
import { applyLinkObjects } from './link-objects.ts'
import { touch } from './owners.ts'
import { Parameters, run, write } from './sql.ts'

export type LinkPath = Extract<RelationPath, { kind: 'link' }>

/** Pairs of records in a joining table. */
export interface Pair {
  readonly from: number
  readonly to: number
}

/**
 * Changes a relation that a joining table keeps.
 *
 * @returns records of this side that own the relation and see it changed.
 */
export async function applyJoins(
  relation: Relation,
  via: LinkPath,
  changes: readonly PlannedChange[],
  context: ApplyContext,
): Promise<readonly number[]> {
  if (via.linkType !== null) {
    await applyLinkObjects(via, via.linkType, changes, context)
    return []
  }
  const { tx, catalog, log } = context
  const released = changes.flatMap(({ id, link }) => link.release.map((to): Pair => ({ from: id, to })))
  const adopted = changes.flatMap(({ id, link }) => link.adopt.map((to): Pair => ({ from: id, to })))
  await removePairs(via, released, context)
  await insertPairs(via, adopted, context)
  const reordered: number[] = []
  for (const { id, link } of changes) {
    if (link.order === null || via.orderColumn === null || !(await reorder(tx, link.order, via, id))) continue
    reordered.push(id)
    const moved = link.release.length + link.adopt.length === 0
    if (moved) log.field(typeOf(relation.from, context), id, relation.key, { old: link.before, new: link.order })
  }
  for (const { id, link } of changes) {
    if (relation.owned) {
      log.related(relation, id, 'removed', link.release)
      log.related(relation, id, 'added', link.adopt)
    } else {
      const back = wayBack(relation, catalog)
      for (const other of link.release) log.related(back, other, 'removed', [id])
      for (const other of link.adopt) log.related(back, other, 'added', [id])
    }
  }
  if (relation.owned) return [...[...released, ...adopted].map((pair) => pair.from), ...reordered]
  await touch(
    tx,
    typeOf(relation.to, context),
    [...released, ...adopted].map((pair) => pair.to),
  )
  return []
}

function typeOf(name: string, { catalog }: ApplyContext): MediaType {
  return catalog.mediaTypes.get(name) as MediaType
}

async function removePairs(via: LinkPath, pairs: readonly Pair[], { tx }: ApplyContext): Promise<void> {
  if (pairs.length === 0) return
  const values = new Parameters()
  const given = pairsSql(pairs, values)
  const [from, to] = [identifier(via.fromColumn), identifier(via.toColumn)]
  await write(tx, `delete from ${tableSql(via.table)} j using ${given} where j.${from} = g.a and j.${to} = g.b`, values)
}

/** New members come after those that are there, in the order given. */
async function insertPairs(via: LinkPath, pairs: readonly Pair[], { tx }: ApplyContext): Promise<void> {
  if (pairs.length === 0) return
  const values = new Parameters()
  const given = pairsSql(pairs, values)
  const [table, from, to] = [tableSql(via.table), identifier(via.fromColumn), identifier(via.toColumn)]
  const column = via.orderColumn === null ? null : identifier(via.orderColumn)
  const place = `coalesce((select max(l.${column}) from ${table} l where l.${from} = g.a), 0)
      + row_number() over (partition by g.a order by g.n)`
  const text = `insert into ${table} (${from}, ${to}${column === null ? '' : `, ${column}`})
    select g.a, g.b${column === null ? '' : `, ${place}`} from ${given} order by g.n on conflict do nothing`
  await write(tx, text, values)
}

/** The pairs as rows `g(a, b, n)`. */
export function pairsSql(pairs: readonly Pair[], values: Parameters): string {
  const from = values.add(
    pairs.map((pair) => pair.from),
    'bigint[]',
  )
  const to = values.add(
    pairs.map((pair) => pair.to),
    'bigint[]',
  )
  return `unnest(${from}, ${to}) with ordinality as g(a, b, n)`
}

/** Replace keeps the given order [D3]. */
async function reorder(tx: ApplyContext['tx'], ids: readonly number[], via: LinkPath, id: number): Promise<boolean> {
  const [from, to, order] = [via.fromColumn, via.toColumn, via.orderColumn as string].map(identifier)
  const values = new Parameters()
  const listed = values.add(ids, 'bigint[]')
  const text = `update ${tableSql(via.table)} j set ${order} = given.n
    from unnest(${listed}) with ordinality as given(id, n)
    where j.${from} = ${values.add(id, 'bigint')} and j.${to} = given.id and j.${order} is distinct from given.n
    returning j.${to} as id`
  return (await run(tx, text, values)).length > 0
}
