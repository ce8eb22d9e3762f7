import { type Catalog, type Field, identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import { predicateSql } from './compile-predicate.ts'
import { isEverything, type Order } from './plan.ts'
import type { CompileContext } from './sql-writer.ts'
import { findField } from './system-fields.ts'

/** One of the values that rows are ordered by. */
export interface OrderKey {
  readonly sql: string
  /** SQL type to compare it in. */
  readonly type: string
  readonly descending: boolean
  /** Never null. */
  readonly held: boolean
}

/** Writes an order: records without a value last, whichever way it runs. */
export function orderSql(orders: readonly Order[], type: MediaType, alias: string, context: CompileContext): string {
  return orderKeys(orders, type, alias, context).map(orderKeySql).join(', ')
}

export function orderKeySql({ sql, descending, held }: OrderKey): string {
  return descending ? `${sql} desc${held ? '' : ' nulls last'}` : sql
}

export function orderKeys(
  orders: readonly Order[],
  type: MediaType,
  alias: string,
  context: CompileContext,
): readonly OrderKey[] {
  return orders.map((order) => keyOf(order, type, alias, context))
}

function keyOf(order: Order, type: MediaType, alias: string, context: CompileContext): OrderKey {
  if (order.rank) return rankKey(order.rank, type, alias, context)
  if (order.link) return linkColumn(order.link, type, alias, context)
  const field = findField(type, order.field) as Field
  const { descending } = order
  if (!order.related) return { ...sortKey(type, field, alias), descending, held: alwaysHeld(field, type) }
  const relation = type.relations.get(order.related.relation) as Relation
  const related = context.catalog.mediaTypes.get(relation.to) as MediaType
  const r = context.sql.alias('r')
  const key = sortKey(related, findField(related, order.related.field) as Field, r)
  const where = isEverything(order.related.where)
    ? ''
    : ` and ${predicateSql(order.related.where, related, r, context)}`
  const column = `${alias}.${identifier(field.column)}`
  const sql = `(select ${key.sql} from ${tableSql(related.table)} ${r} where ${keySql(related, r)} = ${column}${where})`
  return { sql, type: key.type, descending, held: false }
}

/** A foreign table need not tell when its records were added. */
function alwaysHeld(field: Field, type: MediaType): boolean {
  return field.required && (!type.foreign || type.fields.has(field.name) || field.name === 'id')
}

function sortKey(type: MediaType, field: Field, alias: string): Pick<OrderKey, 'sql' | 'type'> {
  const column = columnSql(type, field, alias)
  const key = field.type.sortKey?.(column)
  return key === undefined ? { sql: column, type: field.type.parameterType } : { sql: key, type: 'text' }
}

/** Found by a binary search, so that the order of very many records costs little. */
function rankKey(
  { ids, ranks }: { readonly ids: number; readonly ranks: number },
  type: MediaType,
  alias: string,
  { sql }: CompileContext,
): OrderKey {
  const place = `width_bucket(${keySql(type, alias)}::bigint, ${sql.parameter(ids, 'bigint[]')})`
  return { sql: `(${sql.parameter(ranks, 'integer[]')})[${place}]`, type: 'integer', descending: false, held: true }
}

function linkColumn(
  link: { readonly relation: string; readonly parent: number },
  type: MediaType,
  alias: string,
  context: CompileContext,
): OrderKey {
  const { via } = type.relations.get(link.relation) as Relation
  const id = keySql(type, alias)
  if (via.kind !== 'link') return { sql: id, type: 'bigint', descending: false, held: true }
  const order = declaredOrderColumn(via.table, type, link.relation, context.catalog)
  const j = context.sql.alias('j')
  const parent = context.sql.parameter(link.parent, 'bigint')
  const sql = `(select min(${j}.${identifier(order)}) from ${tableSql(via.table)} ${j}
    where ${j}.${identifier(via.toColumn)} = ${parent} and ${j}.${identifier(via.fromColumn)} = ${id})`
  return { sql, type: 'numeric', descending: false, held: false }
}

/** The way back from a relation does not carry its order; the declared side does. */
function declaredOrderColumn(table: string, type: MediaType, key: string, catalog: Catalog): string {
  const back = type.relations.get(key) as Relation
  const declaring = catalog.mediaTypes.get(back.to) as MediaType
  for (const relation of declaring.relations.values()) {
    if (relation.id === back.id && relation.via.kind === 'link' && relation.via.orderColumn !== null)
      return relation.via.orderColumn
  }
  throw new Error(`${table} has no order column`)
}
