import { type Field, identifier, type MediaType, type Relation } from '../../catalog/catalog.ts'
import { columnSql, keySql, tableSql } from '../../catalog/sql-names.ts'
import { predicateSql } from '../compile-predicate.ts'
import { isEverything } from '../plan.ts'
import type { CompileContext } from '../sql-writer.ts'
import { findField } from '../system-fields.ts'
import type { AggregatePlan, Group, Join, Measure, Value } from './plan.ts'

/** What the rows that are grouped are made of: the media type's own, and what is joined to them. */
export interface Rows {
  readonly from: string
  readonly value: (value: Value) => string
  readonly fieldOf: (value: Value) => Field
}

interface Joined {
  readonly text: string
  readonly type: MediaType
  readonly alias: string
  /** The related record's id. */
  readonly id: string
}

export function rowsSql(plan: AggregatePlan, type: MediaType, context: CompileContext): Rows {
  const values = [...plan.groups, ...plan.measures].flatMap(({ value }) => value ?? [])
  const joined = plan.joins.map((join, index) => {
    const read = values.filter((value) => value.join === index)
    return joinSql(join, read, type, context)
  })
  const ownerOf = ({ join }: Value) => (join === null ? { type, alias: 'm' } : (joined[join] as Joined))
  return {
    from: `${tableSql(type.table)} m${joined.map(({ text }) => text).join('')}`,
    fieldOf: (value) => findField(ownerOf(value).type, value.field) as Field,
    value: (value) => {
      const owner = ownerOf(value)
      if (value.join !== null && isId(value, owner.type)) return (owner as Joined).id
      return valueSql(value, owner.type, owner.alias, context)
    },
  }
}

const isId = ({ field }: Value, type: MediaType): boolean => field === 'id' && !type.fields.has('id')

/** Left joins: what has no related record makes a row of its own. */
function joinSql(join: Join, read: readonly Value[], type: MediaType, context: CompileContext): Joined {
  const relation = type.relations.get(join.relation) as Relation
  const related = context.catalog.mediaTypes.get(relation.to) as MediaType
  const { via } = relation
  const alias = context.sql.alias('r')
  const id = keySql(related, alias)
  const key = keySql(type, 'm')
  const free = isEverything(join.where)
  const visible = free ? '' : ` and ${predicateSql(join.where, related, alias, context)}`
  const table = `${tableSql(related.table)} ${alias}`
  const common = { type: related, alias }
  if (via.kind === 'column')
    return { ...common, id, text: ` left join ${table} on ${id} = m.${identifier(via.column)}${visible}` }
  if (via.kind === 'reverse')
    return { ...common, id, text: ` left join ${table} on ${alias}.${identifier(via.column)} = ${key}${visible}` }
  const j = context.sql.alias('j')
  const [from, to] = [`${j}.${identifier(via.fromColumn)}`, `${j}.${identifier(via.toColumn)}`]
  const links = `${linksSql(via)} ${j}`
  // The joining table holds the ids: no need to visit the records.
  if (free && read.every((value) => isId(value, related)))
    return { ...common, id: to, text: ` left join ${links} on ${from} = ${key}` }
  return { ...common, id, text: ` left join (${links} join ${table} on ${id} = ${to}${visible}) on ${from} = ${key}` }
}

/** A link object may join the same two records more than once, which is one relation. */
function linksSql(via: Extract<Relation['via'], { kind: 'link' }>): string {
  if (via.linkType === null) return tableSql(via.table)
  const [from, to] = [identifier(via.fromColumn), identifier(via.toColumn)]
  return `(select distinct ${from}, ${to} from ${tableSql(via.table)} where ${to} is not null)`
}

function valueSql({ field: name, visible }: Value, type: MediaType, alias: string, context: CompileContext): string {
  const field = findField(type, name) as Field
  const column = columnSql(type, field, alias)
  if (field.relation === null || isEverything(visible)) return column
  const related = context.catalog.mediaTypes.get(field.relation.to) as MediaType
  const r = context.sql.alias('r')
  const id = keySql(related, r)
  return `(select ${id} from ${tableSql(related.table)} ${r} where ${id} = ${column} and ${predicateSql(visible, related, r, context)})`
}

/** The expression of a group, and what it needs joined. */
export function groupSql(group: Group, rows: Rows, context: CompileContext): { sql: string; join: string } {
  const column = rows.value(group.value)
  const { type } = rows.fieldOf(group.value)
  if (group.elements) {
    const e = context.sql.alias('e')
    return {
      sql: `${e}.v`,
      join: ` left join lateral (select distinct ${type.elements?.sql(column)} as v) ${e} on true`,
    }
  }
  if (group.time === null || type.inTime === undefined) return { sql: column, join: '' }
  const { interval, zone } = group.time
  const moment = type.inTime.sql(column)
  if (type.inTime.as === 'day') return { sql: `date_trunc('${interval}', (${moment})::timestamp)::date`, join: '' }
  const parameter = context.sql.parameter(zone, 'text')
  if (interval === 'hour') return { sql: `date_trunc('hour', ${moment}, ${parameter})`, join: '' }
  return { sql: `date_trunc('${interval}', ${moment} at time zone ${parameter})::date`, join: '' }
}

/** Aggregates pass over what is empty. */
export function measureSql(measure: Measure, rows: Rows, type: MediaType, context: CompileContext): string {
  const { value, where } = measure
  if (where !== null) return `count(*) filter (where ${predicateSql(where, type, 'm', context)})`
  if (value === null) return 'count(*)'
  const column = rows.value(value)
  const field = rows.fieldOf(value)
  const empty = field.type.isEmpty?.(column)
  const held = ` filter (where ${empty === undefined ? `${column} is not null` : `not ${empty}`})`
  switch (measure.function) {
    case 'count':
      return `count(*)${held}`
    case 'countDistinct':
      return `count(distinct ${column})${held}`
    // a table of others may hold floats, whose sums overflow and round
    case 'sum':
      return `sum((${column})::${field.type.parameterType})`
    case 'avg':
      return `trim_scale(avg((${column})::${field.type.parameterType}))`
    default:
      return extremeSql(measure.function, field, column, held)
  }
}

/**
 * The first or last as sorts have it: arrays are compared item by item. Of what $lt does not compare, booleans say,
 * Postgres has no minimum other than in an array.
 */
function extremeSql(name: 'min' | 'max', { type }: Field, column: string, held: string): string {
  const key = type.sortKey?.(column)
  if (key !== undefined) return `(${name}(array[${key}, ${column}])${held})[2]`
  return type.operators.includes('lt') ? `${name}(${column})` : `(${name}(array[${column}])${held})[1]`
}
