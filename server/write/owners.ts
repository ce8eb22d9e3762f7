import { type Catalog, identifier, type MediaType } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import { Parameters, run, write } from './sql.ts'

/** Records whose relation something else makes up, so that its change is theirs. */
export interface Owners {
  readonly type: string
  readonly ids: readonly number[]
}

/** Moves the tags of records whose own relations changed. */
export async function touch(tx: Transaction, { type, ids }: Owners, catalog: Catalog): Promise<void> {
  if (ids.length === 0) return
  const values = new Parameters()
  const table = identifier((catalog.mediaTypes.get(type) as MediaType).table)
  const listed = values.add(ids, 'bigint[]')
  await write(tx, `update ${table} set version = version + 1 where id = any(${listed})`, values)
}

/** Of a link object: the records whose relation it is part of. */
export async function ownersOf(
  tx: Transaction,
  type: MediaType,
  id: number,
  catalog: Catalog,
): Promise<readonly Owners[]> {
  if (!type.isLink) return []
  const owners: Owners[] = []
  for (const { name, relations } of catalog.mediaTypes.values()) {
    for (const { owned, via } of relations.values()) {
      if (!owned || via.kind !== 'link' || via.linkType !== type.name) continue
      const values = new Parameters()
      const column = identifier(via.fromColumn)
      const text = `select ${column} as id from ${identifier(type.table)} where id = ${values.add(id, 'bigint')} and ${column} is not null`
      const rows = await run<{ id: number }>(tx, text, values)
      owners.push({ type: name, ids: rows.map((row) => Number(row.id)) })
    }
  }
  return owners
}
