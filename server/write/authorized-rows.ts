import { type Catalog, identifier, type MediaType } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import type { Database } from '../db/database.ts'
import { authority } from '../query/authorize.ts'
import { predicateSql } from '../query/compile-predicate.ts'
import { all, type Predicate, Values } from '../query/plan.ts'
import { SqlWriter } from '../query/sql-writer.ts'

/** What a write needs to know of a record that its caller can see [P2], [P3]. */
export interface AuthorizedRow {
  readonly id: number
  readonly version: number
  readonly writable: boolean
}

/** What a write is done with. */
export interface WriteContext {
  readonly catalog: Catalog
  readonly rights: Rights
}

/** Records of a media type for which a condition holds and that the caller may read. */
export async function authorizedRows(
  tx: Pick<Database, 'read'>,
  type: MediaType,
  condition: (values: Values) => Predicate,
  { catalog, rights }: WriteContext,
  lock = false,
): Promise<readonly AuthorizedRow[]> {
  const values = new Values()
  const sql = new SqlWriter()
  const own = authority(catalog, rights, values)
  const context = { sql, catalog }
  const where = predicateSql(all([condition(values), own.visible(type.name)]), type, 'm', context)
  const { write } = own.permissions(type.name)
  const writable =
    typeof write === 'boolean' ? String(write) : predicateSql({ kind: 'source', slot: write.slot }, type, 'm', context)
  const text = `select m.id::text, m.version::text, (${writable})::text from ${identifier(type.table)} m where ${where}${lock ? ' for update' : ''}`
  const rows = await tx.read({ text, values: sql.slots.map((slot) => values.list[slot]) })
  return rows.map(([id, version, grant]) => ({ id: Number(id), version: Number(version), writable: grant === 'true' }))
}
