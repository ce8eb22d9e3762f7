import { type Catalog, type Field, identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import { predicateSql } from './compile-predicate.ts'
import { isEverything, type Order } from './plan.ts'
import type { CompileContext } from './sql-writer.ts'
import { findField } from './system-fields.ts'

/** Writes an order: records without a value last, whichever way it runs. */
export function orderSql(orders: readonly Order[], type: MediaType, alias: string, context: CompileContext): string {
  return orders.map((order) => termSql(order, type, alias, context)).join(', ')
}

function termSql(order: Order, type: MediaType, alias: string, context: CompileContext): string {
  const direction = order.descending ? ' desc' : ''
  if (order.link) return linkColumn(order.link, type, alias, context)
  const field = findField(type, order.field) as Field
  if (!order.related) {
    const nulls = order.descending && !alwaysHeld(field, type) ? ' nulls last' : ''
    return `${sortKey(type, field, alias)}${direction}${nulls}`
  }
  const relation = type.relations.get(order.related.relation) as Relation
  const related = context.catalog.mediaTypes.get(relation.to) as MediaType
  const r = context.sql.alias('r')
  const key = sortKey(related, findField(related, order.related.field) as Field, r)
  const where = isEverything(order.related.where)
    ? ''
    : ` and ${predicateSql(order.related.where, related, r, context)}`
  const column = `${alias}.${identifier(field.column)}`
  return `(select ${key} from ${tableSql(related.table)} ${r} where ${keySql(related, r)} = ${column}${where})${direction} nulls last`
}

/** A foreign table need not tell when its records were added. */
function alwaysHeld(field: Field, type: MediaType): boolean {
  return field.required && (!type.foreign || type.fields.has(field.name) || field.name === 'id')
}

function sortKey(type: MediaType, field: Field, alias: string): string {
  const column = columnSql(type, field, alias)
  return field.type.sortKey?.(column) ?? column
}

function linkColumn(
  link: { readonly relation: string; readonly parent: number },
  type: MediaType,
  alias: string,
  context: CompileContext,
): string {
  const { via } = type.relations.get(link.relation) as Relation
  if (via.kind !== 'link') return keySql(type, alias)
  const order = declaredOrderColumn(via.table, type, link.relation, context.catalog)
  const j = context.sql.alias('j')
  const parent = context.sql.parameter(link.parent, 'bigint')
  return `(select min(${j}.${identifier(order)}) from ${tableSql(via.table)} ${j}
    where ${j}.${identifier(via.toColumn)} = ${parent} and ${j}.${identifier(via.fromColumn)} = ${keySql(type, alias)}) nulls last`
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
