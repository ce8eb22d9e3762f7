import { type Catalog, identifier, literal, type MediaType, type Relation } from '../catalog/catalog.ts'
import { tableVersionSql } from '../catalog/ddl.ts'
import { keySql, rowSql, tableSql } from '../catalog/sql-names.ts'
import { findRelation } from './bind-entity.ts'
import { type EntitySql, entitySql, rowJson } from './compile-entity.ts'
import { orderSql } from './compile-order.ts'
import { predicateSql } from './compile-predicate.ts'
import {
  type EntityPlan,
  EVERYTHING,
  type IncludePath,
  isEverything,
  type LinkedPlan,
  type ReadPlan,
  type Skip,
  type Slot,
} from './plan.ts'
import { type CompileContext, SqlWriter } from './sql-writer.ts'

/** A statement's text and the slots its parameters take their values from, in order. */
export interface Compiled {
  readonly text: string
  readonly slots: readonly Slot[]
}

/**
 * Writes the one statement of a read. Its single row holds, as text: the entities (`one`: the entity's tag, then the
 * entity), the linked entities, then with a count that may be kept the version of the tables counted, and the count
 * itself unless a kept one is at hand.
 */
export function compileRead(plan: ReadPlan, catalog: Catalog): Compiled {
  const sql = new SqlWriter()
  const type = catalog.mediaTypes.get(plan.type) as MediaType
  const context = { sql, catalog }
  const table = tableSql(type.table)
  const where = predicateSql(plan.where, type, 'm', context)
  const order = orderSql(plan.order, type, 'm', context)
  const ids = plan.skip === undefined ? null : pageIds(plan.skip, plan.limit, type, where, order, sql)
  const page =
    ids === null
      ? `where ${where} order by ${order} limit ${plan.limit}`
      : `where ${keySql(type, 'm')} = any (array(${ids})) order by ${order}`
  const entity = entitySql(plan.entity, type, 'm', context)

  const ctes: string[] = []
  let source: string
  if (plan.linked.length > 0) {
    ctes.push(`p as materialized (select ${rowSql(type, 'm')} from ${table} m ${page})`)
    ctes.push(...sets(plan, context))
    source = `p m${entity.joins} order by ${order}`
  } else {
    source = `${table} m${entity.joins} ${page}`
  }
  const columns = [
    ...(plan.shape === 'one' ? [] : [`(${aggregate(plan.entity, `select ${entity.columns} from ${source}`)})`]),
    linkedSql(plan.linked, context),
    ...(plan.counted === undefined ? [] : [tableVersionSql(plan.counted)]),
    ...(plan.countNow ? [countSql(table, where)] : []),
  ]
  const prefix = ctes.length === 0 ? '' : `with ${ctes.join(', ')} `
  if (plan.shape === 'one') {
    const one = `select e."_etag", ${rowJson('e', plan.entity.fields)}::text, ${columns.join(', ')} from (select ${entity.columns} from ${source}) e`
    return { text: `${prefix}${one}`, slots: sql.slots }
  }
  return { text: `${prefix}select ${columns.join(', ')}`, slots: sql.slots }
}

/** Writes the statement that counts again: the version of the tables, then the count. */
export function compileCount(plan: ReadPlan, catalog: Catalog): Compiled {
  const sql = new SqlWriter()
  const type = catalog.mediaTypes.get(plan.type) as MediaType
  const where = predicateSql(plan.where, type, 'm', { sql, catalog })
  const text = `select ${tableVersionSql(plan.counted ?? [])}, ${countSql(tableSql(type.table), where)}`
  return { text, slots: sql.slots }
}

/** The id of each row, under that name. */
function idSql(type: MediaType, alias: string): string {
  const key = keySql(type, alias)
  return type.keyColumn === 'id' ? key : `${key} as id`
}

function countSql(table: string, where: string): string {
  return `(select count(*)::text from ${table} m where ${where})`
}

function aggregate({ fields }: EntityPlan, select: string): string {
  return `select coalesce('[' || string_agg(${rowJson('e', fields)}::text, ',') || ']', '[]') from (${select}) e`
}

/**
 * Ids of a page after the first, so that skipped rows are never read whole. What a parameter holds cannot be planned
 * for: the bound beside it says how deep the page is, and the subselect around it makes Postgres see that planning anew
 * for each value gains nothing, which for a small page costs more than reading it.
 */
function pageIds(skip: Skip, limit: number, type: MediaType, where: string, order: string, sql: SqlWriter): string {
  const bounded = `select ${idSql(type, 'm')} from ${tableSql(type.table)} m where ${where} order by ${order} limit ${skip.within}`
  return `select b.id from (${bounded}) b limit ${limit} offset (select ${sql.parameter(skip.rows, 'bigint')})`
}

/** Sets of included records that a second level starts from. */
function sets(plan: ReadPlan, context: CompileContext): string[] {
  const paths = plan.linked.flatMap((linked) => linked.paths)
  const starts = paths.filter((path) => paths.some((other) => other.from === path.set))
  return starts.map((path) => {
    const type = context.catalog.mediaTypes.get(relationOf(path, context).to) as MediaType
    return `s${path.set} as materialized (select t.* from ${tableSql(type.table)} t where ${membership(path, 't', context)})`
  })
}

function linkedSql(linked: readonly LinkedPlan[], context: CompileContext): string {
  if (linked.length === 0) return "'{}'"
  const members = linked.map(
    (part) => `${literal(`${JSON.stringify(part.type)}:`)} || (${linkedTypeSql(part, context)})`,
  )
  return `'{' || ${members.join(" || ',' || ")} || '}'`
}

function linkedTypeSql(linked: LinkedPlan, context: CompileContext): string {
  const type = context.catalog.mediaTypes.get(linked.type) as MediaType
  const entity: EntitySql = entitySql(shownOf(linked, type), type, 't', context)
  const members = linked.paths.map((path) => membership(path, 't', context))
  const order = orderSql(linked.order, type, 't', context)
  const from = `from ${tableSql(type.table)} t${entity.joins} where ${members.map((member) => `(${member})`).join(' or ')} order by ${order}`
  if (linked.single === undefined) return aggregate(linked.entity, `select ${entity.columns} ${from}`)
  if (linked.single === 'id')
    return `select coalesce(json_agg(e.id), '[]')::text from (select ${idSql(type, 't')} ${from}) e`
  const value = entity.valueOf(linked.single)
  return `select coalesce(json_object_agg(e.id, e.value), '{}')::text from (select ${idSql(type, 't')}, ${value} as value ${from}) e`
}

/** Of entities reduced to one field only that is written: a parameter that the text does not hold has no type. */
function shownOf({ entity, single }: LinkedPlan, type: MediaType): EntityPlan {
  if (single === undefined) return entity
  const key = findRelation(type, single)?.key
  return { ...entity, permissions: null, links: entity.links.filter((link) => link.key === key) }
}

/** True for the records of an included type that a path leads to. */
function membership(path: IncludePath, alias: string, context: CompileContext): string {
  const relation = relationOf(path, context)
  const target = context.catalog.mediaTypes.get(relation.to) as MediaType
  const start = path.from === null ? 'p' : `s${path.from}`
  const own = keySql(target, alias)
  const starting = keySql(context.catalog.mediaTypes.get(path.fromType) as MediaType, 'f')
  const { via } = relation
  const among = (ids: string): string => `= any (array(select ${ids}))`
  const condition =
    via.kind === 'column'
      ? `${own} ${among(`f.${identifier(via.column)} from ${start} f`)}`
      : via.kind === 'reverse'
        ? `${alias}.${identifier(via.column)} ${among(`${starting} from ${start} f`)}`
        : `${own} ${among(`j.${identifier(via.toColumn)} from ${tableSql(via.table)} j where j.${identifier(via.fromColumn)} ${among(`${starting} from ${start} f`)}`)}`
  if (isEverything(path.where)) return condition
  return `${condition} and ${predicateSql(path.where ?? EVERYTHING, target, alias, context)}`
}

function relationOf(path: IncludePath, context: CompileContext): Relation {
  const from = context.catalog.mediaTypes.get(path.fromType) as MediaType
  return from.relations.get(path.relation) as Relation
}
