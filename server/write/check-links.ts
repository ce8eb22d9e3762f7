import { type Catalog, identifier, type MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../catalog/rights.ts'
import type { Transaction } from '../db/database.ts'
import type { Problem } from '../errors.ts'
import { authority } from '../query/authorize.ts'
import { predicateSql } from '../query/compile-predicate.ts'
import { Values } from '../query/plan.ts'
import { SqlWriter } from '../query/sql-writer.ts'
import type { BoundLink } from './bind-links.ts'
import type { BoundWrite } from './bind-write.ts'
import { problem } from './body.ts'

/** Finds related records that do not exist or that the caller may not read, which is the same [P3]. */
export async function checkLinks(
  tx: Transaction,
  writes: readonly BoundWrite[],
  catalog: Catalog,
  rights: Rights,
  problems: Problem[],
): Promise<void> {
  for (const link of writes.flatMap((bound) => bound.links)) {
    if (link.ids.length === 0 || link.operation === 'Remove') continue
    const related = catalog.mediaTypes.get(link.relation.to) as MediaType
    const known = await visibleIds(tx, related, link.ids, catalog, rights)
    const missing = link.ids.filter((id) => !known.has(id))
    if (missing.length > 0) {
      problems.push(problem(link.pointer, `there is no record of ${related.name} with id ${missing.join(', ')}`))
    } else if (link.relation.via.kind === 'reverse' && !mediaTypeRights(rights, related).write) {
      problems.push({ code: 'FORBIDDEN', pointer: link.pointer, detail: `you may not change ${related.name}` })
    }
  }
}

async function visibleIds(
  tx: Transaction,
  type: MediaType,
  ids: BoundLink['ids'],
  catalog: Catalog,
  rights: Rights,
): Promise<ReadonlySet<number>> {
  const values = new Values()
  const sql = new SqlWriter()
  const wanted = values.add(ids)
  const visible = authority(catalog, rights, values).visible(type.name)
  const where = predicateSql({ kind: 'all', of: [{ kind: 'ids', slot: wanted }, visible] }, type, 'm', { sql, catalog })
  const text = `select m.id::text from ${identifier(type.table)} m where ${where}`
  const rows = await tx.read({ text, values: sql.slots.map((slot) => values.list[slot]) })
  return new Set(rows.map(([id]) => Number(id)))
}
