import { identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import { wayBack } from '../query/bind.ts'
import type { ApplyContext, PlannedChange } from './apply-links.ts'
import { OwnerWatch } from './owners.ts'
import { Parameters, run, write } from './sql.ts'

/**
 * Changes a relation whose foreign key stands on the related records: theirs are the rows that change, their tags and
 * their history; and through the watch those of whoever lists them in a field.
 */
export async function applyReverse(
  relation: Relation,
  column: string,
  changes: readonly PlannedChange[],
  { tx, catalog, log }: ApplyContext,
): Promise<void> {
  const related = catalog.mediaTypes.get(relation.to) as MediaType
  const targets = new Map<number, number | null>()
  for (const { link } of changes) for (const id of link.release) targets.set(id, null)
  for (const { id, link } of changes) for (const adopted of link.adopt) targets.set(adopted, id)
  const ids = [...targets.keys()].sort((a, b) => a - b)
  if (ids.length === 0) return
  const watch = await OwnerWatch.over(tx, related, ids, catalog)
  const former = await formerOwners(related, column, ids, { tx, catalog, log })
  const values = new Parameters()
  const [listed, owners] = [
    values.add(ids, 'bigint[]'),
    values.add(
      ids.map((id) => targets.get(id) ?? null),
      'bigint[]',
    ),
  ]
  const key = keySql(related, 't')
  const moved = related.versionSource === 'version' ? ', version = version + 1' : ''
  await write(
    tx,
    `update ${tableSql(related.table)} t set ${identifier(column)} = g.owner${moved}
      from unnest(${listed}, ${owners}) as g(id, owner) where ${key} = g.id`,
    values,
  )
  const field = wayBack(relation, catalog).field
  for (const id of ids) {
    if (field !== null) log.field(related, id, field, { old: former.get(id) ?? null, new: targets.get(id) ?? null })
  }
  await watch.settle(ids, log)
}

/** Whom the records belonged to before. */
async function formerOwners(
  related: MediaType,
  column: string,
  ids: readonly number[],
  { tx }: ApplyContext,
): Promise<ReadonlyMap<number, number>> {
  const values = new Parameters()
  const key = keySql(related)
  const owner = identifier(column)
  const text = `select ${key} as id, ${owner} as owner from ${tableSql(related.table)}
    where ${key} = any(${values.add(ids, 'bigint[]')}) and ${owner} is not null order by ${key} for update`
  const rows = await run<{ id: number; owner: number }>(tx, text, values)
  return new Map(rows.map((row) => [Number(row.id), Number(row.owner)]))
}
