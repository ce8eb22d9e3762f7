import { identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { authority } from '../query/authorize.ts'
import { predicateSql } from '../query/compile-predicate.ts'
import { Values } from '../query/plan.ts'
import { SqlWriter } from '../query/sql-writer.ts'
import type { WriteContext } from './write-context.ts'

/** A related record that the caller can see, and whether it may write it. */
export interface Member {
  readonly id: number
  readonly writable: boolean
}

/** What a relation holds now for each of the given records, in its order, as far as the caller can see [P3]. */
export async function membersOf(
  tx: Transaction,
  type: MediaType,
  relation: Relation,
  ids: readonly number[],
  context: WriteContext,
): Promise<ReadonlyMap<number, readonly Member[]>> {
  const related = context.catalog.mediaTypes.get(relation.to) as MediaType
  const sight = new Sight(related, context)
  const owners = sight.sql.parameter(sight.values.add(ids), 'bigint[]')
  const { via } = relation
  const key = keySql(related, 'r')
  const from = `${tableSql(related.table)} r`
  const { owner, tables, order } =
    via.kind === 'link'
      ? {
          owner: `j.${identifier(via.fromColumn)}`,
          tables: `${tableSql(via.table)} j join ${from} on ${key} = j.${identifier(via.toColumn)}`,
          order: via.orderColumn === null ? key : `j.${identifier(via.orderColumn)}, ${key}`,
        }
      : via.kind === 'reverse'
        ? { owner: `r.${identifier(via.column)}`, tables: from, order: key }
        : {
            owner: keySql(type, 'm'),
            tables: `${tableSql(type.table)} m join ${from} on ${key} = m.${identifier(via.column)}`,
            order: key,
          }
  const text = `select (${owner})::text, (${key})::text, ${sight.writable}::text from ${tables}
    where ${owner} = any(${owners}) and ${sight.visible} order by ${order}`
  const members = new Map<number, Map<number, Member>>()
  for (const [of, id, writable] of await tx.read({ text, values: sight.bound() })) {
    const own = members.get(Number(of)) ?? new Map<number, Member>()
    // a link object may join the same two records more than once
    if (!own.has(Number(id))) own.set(Number(id), { id: Number(id), writable: writable === 'true' })
    members.set(Number(of), own)
  }
  return new Map([...members].map(([of, own]) => [of, [...own.values()]]))
}

/** Records of a media type, by id, that the caller can see. */
export async function visibleRecords(
  tx: Transaction,
  type: MediaType,
  ids: readonly number[],
  context: WriteContext,
): Promise<ReadonlyMap<number, Member>> {
  if (ids.length === 0) return new Map()
  const sight = new Sight(type, context)
  const key = keySql(type, 'r')
  const listed = sight.sql.parameter(sight.values.add(ids), 'bigint[]')
  const text = `select (${key})::text, ${sight.writable}::text from ${tableSql(type.table)} r
    where ${key} = any(${listed}) and ${sight.visible}`
  const rows = await tx.read({ text, values: sight.bound() })
  return new Map(rows.map(([id, writable]) => [Number(id), { id: Number(id), writable: writable === 'true' }]))
}

/** What the caller may see and write of a media type, as conditions on the alias `r`. */
class Sight {
  readonly values = new Values()
  readonly sql = new SqlWriter()
  readonly visible: string
  readonly writable: string

  constructor(type: MediaType, { catalog, rights }: WriteContext) {
    const own = authority(catalog, rights, this.values)
    const compile = { sql: this.sql, catalog }
    this.visible = predicateSql(own.visible(type.name), type, 'r', compile)
    const { write } = own.permissions(type.name)
    this.writable =
      typeof write === 'boolean'
        ? `(${write})`
        : `coalesce(${predicateSql({ kind: 'source', ...write }, type, 'r', compile)}, false)`
  }

  bound(): readonly unknown[] {
    return this.sql.slots.map((slot) => this.values.list[slot])
  }
}
