import { identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { tableSql } from '../catalog/sql-names.ts'
import { wayBack } from '../query/bind.ts'
import type { LinkPath } from './apply-joins.ts'
import type { ApplyContext } from './apply-links.ts'
import { touch } from './owners.ts'
import { Parameters, run } from './sql.ts'

/** Takes records out of every joining table; those on the other side that own such a relation have changed. */
export async function removeJoins(type: MediaType, ids: readonly number[], context: ApplyContext): Promise<void> {
  for (const relation of type.relations.values()) {
    if (relation.via.kind === 'link' && relation.via.linkType === null)
      await remove(relation, relation.via, ids, context)
  }
}

async function remove(
  relation: Relation,
  via: LinkPath,
  ids: readonly number[],
  { tx, catalog, log }: ApplyContext,
): Promise<void> {
  const values = new Parameters()
  const [from, to] = [identifier(via.fromColumn), identifier(via.toColumn)]
  const text = `delete from ${tableSql(via.table)} where ${from} = any(${values.add(ids, 'bigint[]')})
    returning ${from} as one, ${to} as other`
  const rows = await run<{ one: number; other: number }>(tx, text, values)
  const pairs = rows.map((row) => ({ one: Number(row.one), other: Number(row.other) }))
  for (const { one, other } of pairs) {
    if (relation.owned) log.related(relation, one, 'removed', [other])
    else log.related(wayBack(relation, catalog), other, 'removed', [one])
  }
  if (!relation.owned) {
    await touch(
      tx,
      catalog.mediaTypes.get(relation.to) as MediaType,
      pairs.map((pair) => pair.other),
    )
  }
}
