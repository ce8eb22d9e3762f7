import type { Catalog, Relation } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import { applyJoins } from './apply-joins.ts'
import { applyReverse } from './apply-reverse.ts'
import type { ChangeLog } from './change-log.ts'
import type { PlannedLink } from './plan-links.ts'

export interface LinkedRecord {
  readonly id: number
  readonly links: readonly PlannedLink[]
}

/** One relation's part of it. */
export interface PlannedChange {
  readonly id: number
  readonly link: PlannedLink
}

export interface ApplyContext {
  readonly tx: Transaction
  readonly catalog: Catalog
  readonly log: ChangeLog
}

/**
 * Makes the planned changes of records' relations, one relation of all records at a time.
 *
 * @returns records of which anything they own changed, so that their tags must.
 */
export async function applyLinks(
  records: readonly LinkedRecord[],
  context: ApplyContext,
): Promise<ReadonlySet<number>> {
  const byRelation = new Map<Relation, PlannedChange[]>()
  for (const { id, links } of records) {
    for (const link of links) byRelation.set(link.relation, [...(byRelation.get(link.relation) ?? []), { id, link }])
  }
  const changed = new Set<number>()
  for (const [relation, changes] of byRelation) {
    if (relation.via.kind === 'reverse') await applyReverse(relation, relation.via.column, changes, context)
    if (relation.via.kind !== 'link') continue
    for (const id of await applyJoins(relation, relation.via, changes, context)) changed.add(id)
  }
  return changed
}
