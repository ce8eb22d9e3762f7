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

/** Records that show this one in a relation of their own: of a link object, and of a child whose parent lists it. */
export async function ownersOf(
  tx: Transaction,
  type: MediaType,
  id: number,
  catalog: Catalog,
): Promise<readonly Owners[]> {
  const owners: Owners[] = []
  for (const { owner, column } of showingColumns(type, catalog)) {
    const values = new Parameters()
    const text = `select ${column} as id from ${identifier(type.table)} where id = ${values.add(id, 'bigint')} and ${column} is not null`
    const rows = await run<{ id: number }>(tx, text, values)
    owners.push({ type: owner, ids: rows.map((row) => Number(row.id)) })
  }
  return owners
}

/** Columns of a media type that name such records. */
function showingColumns(
  type: MediaType,
  catalog: Catalog,
): readonly { readonly owner: string; readonly column: string }[] {
  return [...catalog.mediaTypes.values()].flatMap(({ name, relations }) =>
    [...relations.values()].flatMap((relation) => {
      const { via } = relation
      const links = via.kind === 'link' && relation.owned && via.linkType === type.name
      if (links) return [{ owner: name, column: identifier(via.fromColumn) }]
      const lists = via.kind === 'reverse' && relation.field !== null && relation.to === type.name
      return lists ? [{ owner: name, column: identifier(via.column) }] : []
    }),
  )
}
