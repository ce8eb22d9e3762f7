import { type Catalog, type Field, identifier, literal, type MediaType } from '../../catalog/catalog.ts'
import { keySql, tableSql } from '../../catalog/sql-names.ts'
import type { Compiled } from '../compile.ts'
import { entitySql, rowJson } from '../compile-entity.ts'
import { predicateSql } from '../compile-predicate.ts'
import { isEverything } from '../plan.ts'
import { type CompileContext, SqlWriter } from '../sql-writer.ts'
import { resultType } from './bind.ts'
import { groupSql, measureSql, rowsSql } from './compile-values.ts'
import type { AggregatePlan, Linked } from './plan.ts'

/** No table of the catalogue can be called so. */
const GROUPS = identifier('all groups')
const PAGE = identifier('groups of the page')

/**
 * Writes the one statement of an aggregate query. Its single row holds, as text: the rows, the number of groups, the
 * linked entities.
 */
export function compileAggregate(plan: AggregatePlan, catalog: Catalog): Compiled {
  const sql = new SqlWriter()
  const context = { sql, catalog }
  const result = resultType(plan.columns, plan.groups.length)
  const columns = [...result.fields.values()]
  const having = isEverything(plan.having) ? '' : ` where ${predicateSql(plan.having, result, 'g', context)}`
  const order = orderSql(plan, columns)
  const shown = columns.map((field) => shownSql(field)).join(', ')
  const page = `select g.*, row_number() over (${order}) as n from ${GROUPS} g
    order by n limit ${sql.parameter(plan.limit, 'bigint')} offset ${sql.parameter(plan.skip, 'bigint')}`
  const text = `with ${GROUPS} as materialized (select * from (${groupedSql(plan, context)}) g${having}),
    ${PAGE} as materialized (${page})
    select coalesce((select '[' || string_agg(json_build_array(${shown})::text, ',' order by g.n) || ']' from ${PAGE} g), '[]'),
      (select count(*)::text from ${GROUPS}), ${linkedSql(plan.linked, columns, context)}`
  return { text, slots: sql.slots }
}

function groupedSql(plan: AggregatePlan, context: CompileContext): string {
  const type = context.catalog.mediaTypes.get(plan.type) as MediaType
  const rows = rowsSql(plan, type, context)
  const groups = plan.groups.map((group) => groupSql(group, rows, context))
  const selected = [
    ...groups.map(({ sql }, index) => `${sql} as g${index + 1}`),
    ...plan.measures.map((measure, index) => `${measureSql(measure, rows, type, context)} as a${index + 1}`),
  ]
  const from = `${rows.from}${groups.map(({ join }) => join).join('')}`
  const by = groups.length === 0 ? '' : ` group by ${groups.map((_, index) => index + 1).join(', ')}`
  return `select ${selected.join(', ')} from ${from} where ${predicateSql(plan.where, type, 'm', context)}${by}`
}

/** As in reads: texts whatever their case, and what is no value last. Texts that differ in case alone stay apart. */
function orderSql({ order }: AggregatePlan, columns: readonly Field[]): string {
  const keys = order.flatMap(({ column, descending }) => {
    const { column: name, type } = columns[column] as Field
    const value = `g.${name}`
    const direction = descending ? ' desc nulls last' : ' nulls last'
    const keys = type.sortKey === undefined ? [value] : [type.sortKey(value), value]
    return keys.map((key) => `${key}${direction}`)
  })
  return keys.length === 0 ? '' : `order by ${keys.join(', ')}`
}

function shownSql({ column, type }: Field): string {
  return type.select?.(`g.${column}`) ?? `g.${column}`
}

function linkedSql(linked: readonly Linked[], columns: readonly Field[], context: CompileContext): string {
  if (linked.length === 0) return "'{}'"
  const members = linked.map(({ entity, columns: named }) => {
    const type = context.catalog.mediaTypes.get(entity.type) as MediaType
    const ids = named.map((column) => `select g.${(columns[column] as Field).column} from ${PAGE} g`).join(' union ')
    const written = entitySql(entity, type, 't', context)
    const key = keySql(type, 't')
    const select = `select ${written.columns} from ${tableSql(type.table)} t${written.joins} where ${key} = any (array(${ids})) order by ${key}`
    const list = `select coalesce('[' || string_agg(${rowJson('e', entity.fields)}::text, ',') || ']', '[]') from (${select}) e`
    return `${literal(`${JSON.stringify(entity.type)}:`)} || (${list})`
  })
  return `'{' || ${members.join(" || ',' || ")} || '}'`
}
