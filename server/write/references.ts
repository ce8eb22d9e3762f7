import { type Catalog, identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { Parameters, run } from './sql.ts'

/** A to-one relation by which records of another, or the same, media type refer to this one. */
export interface Reference {
  readonly type: MediaType
  readonly relation: Relation
  readonly column: string
}

/** Every declared relation whose foreign key leads to the media type. */
export function referencesTo(type: MediaType, catalog: Catalog): readonly Reference[] {
  return [...catalog.mediaTypes.values()].flatMap((from) =>
    [...from.relations.values()].flatMap((relation) =>
      relation.via.kind === 'column' && relation.to === type.name
        ? [{ type: from, relation, column: relation.via.column }]
        : [],
    ),
  )
}

/** Records that refer to one of the given ids, and to which; locked, since they are about to change. */
export async function referringRecords(
  tx: Transaction,
  { type, column }: Reference,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly to: number }[]> {
  if (type.versionSource === 'row') return []
  const values = new Parameters()
  const own = identifier(column)
  const text = `select ${keySql(type)} as id, ${own} as to from ${tableSql(type.table)}
    where ${own} = any(${values.add(ids, 'bigint[]')}) order by ${keySql(type)} for update`
  const rows = await run<{ id: number; to: number }>(tx, text, values)
  return rows.map((row) => ({ id: Number(row.id), to: Number(row.to) }))
}
