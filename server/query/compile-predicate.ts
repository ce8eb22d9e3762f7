import { type Field, identifier, type MediaType, type Relation } from '../catalog/catalog.ts'
import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import { termSql } from './compile-term.ts'
import { isEverything, type Predicate, type Slot } from './plan.ts'
import type { CompileContext } from './sql-writer.ts'
import { findField } from './system-fields.ts'

/** Writes a condition on the rows of `type` that `alias` names. */
export function predicateSql(predicate: Predicate, type: MediaType, alias: string, context: CompileContext): string {
  const { sql } = context
  switch (predicate.kind) {
    case 'all':
      return joined(predicate.of, ' and ', 'true', type, alias, context)
    case 'any':
      return joined(predicate.of, ' or ', 'false', type, alias, context)
    case 'not':
      return `(${predicateSql(predicate.of, type, alias, context)}) is not true`
    case 'never':
      return 'false'
    case 'id':
      return `${keySql(type, alias)} = ${sql.parameter(predicate.slot, 'bigint')}`
    case 'ids':
      return idSql(predicate, keySql(type, alias), context)
    case 'term':
      return termSql(predicate, type, alias, context)
    case 'related':
      return relatedSql(predicate, type, alias, context)
    case 'tree':
      return treeSql(predicate, type, alias, context)
    case 'source': {
      const column = columnSql(type, findField(type, type.sourceField as string) as Field, alias)
      if (predicate.asList) return `(${column} is null or ${amongSql(column, predicate.slot, context)})`
      return `(${ofBitsSql(column, sql.parameter(predicate.slot, 'bytea'))})`
    }
  }
}

function joined(
  of: readonly Predicate[],
  connector: string,
  none: string,
  type: MediaType,
  alias: string,
  context: CompileContext,
): string {
  if (of.length === 0) return none
  return of.length === 1
    ? predicateSql(of[0] as Predicate, type, alias, context)
    : `(${of.map((part) => predicateSql(part, type, alias, context)).join(connector)})`
}

type Related = Extract<Predicate, { kind: 'related' }>

function relatedSql(predicate: Related, type: MediaType, alias: string, context: CompileContext): string {
  const relation = type.relations.get(predicate.relation) as Relation
  const related = context.catalog.mediaTypes.get(relation.to) as MediaType
  const { via } = relation
  const { where } = predicate
  const id = keySql(type, alias)
  // The related record's id stands on this side already: no need to visit its table.
  const byId = where.kind === 'id' || where.kind === 'ids'
  if (via.kind === 'column' && byId) return idSql(where, `${alias}.${identifier(via.column)}`, context)
  if (via.kind === 'link') {
    const j = context.sql.alias('j')
    const to = `${j}.${identifier(via.toColumn)}`
    const select = `select ${j}.${identifier(via.fromColumn)} from ${tableSql(via.table)} ${j}`
    if (byId) return `${id} in (${select} where ${idSql(where, to, context)})`
    if (isEverything(where)) return `${id} in (${select})`
    const r = context.sql.alias('r')
    return `${id} in (${select} join ${tableSql(related.table)} ${r} on ${keySql(related, r)} = ${to} where ${predicateSql(where, related, r, context)})`
  }
  const r = context.sql.alias('r')
  const condition = predicateSql(where, related, r, context)
  if (via.kind === 'column') {
    return `${alias}.${identifier(via.column)} in (select ${keySql(related, r)} from ${tableSql(related.table)} ${r} where ${condition})`
  }
  const back = `${r}.${identifier(via.column)}`
  return `${id} in (select ${back} from ${tableSql(related.table)} ${r} where ${back} is not null and ${condition})`
}

/** Whether the column holds the number of a bit that is set, or nothing; beyond the bits there are none. */
function ofBitsSql(column: string, bits: string): string {
  return `case when ${column} between 0 and 8 * length(${bits}) - 1 then get_bit(${bits}, ${column}::bigint) = 1 else ${column} is null end`
}

/**
 * Whether the column holds one of many ids: they are hashed once. An array instead would be searched for each row, and
 * the statement planned anew each time, as the plan would seem to depend on how many there are.
 */
function amongSql(column: string, slot: Slot, { sql }: CompileContext): string {
  return `${column} in (select unnest(${sql.parameter(slot, 'bigint[]')}))`
}

export function idSql(
  where: Extract<Predicate, { kind: 'id' | 'ids' }>,
  column: string,
  context: CompileContext,
): string {
  if (where.kind === 'id') return `${column} = ${context.sql.parameter(where.slot, 'bigint')}`
  if (where.isSet) return amongSql(column, where.slot, context)
  return `${column} = any(${context.sql.parameter(where.slot, 'bigint[]')})`
}

type Tree = Extract<Predicate, { kind: 'tree' }>

function treeSql(predicate: Tree, type: MediaType, alias: string, context: CompileContext): string {
  const tree = context.catalog.mediaTypes.get(predicate.tree) as MediaType
  const relation = tree.relations.get(predicate.relation) as Relation
  const parent = identifier((relation.via as { readonly column: string }).column)
  const column = columnSql(type, findField(type, predicate.field) as Field, alias)
  const t = context.sql.alias('t')
  const c = context.sql.alias('c')
  const rootId = context.sql.parameter(predicate.root, 'bigint')
  const [root, step] = isEverything(predicate.where)
    ? [`select ${rootId}, 0`, '']
    : [
        `select ${keySql(tree, c)}, 0 from ${tableSql(tree.table)} ${c} where ${keySql(tree, c)} = ${rootId} and ${predicateSql(predicate.where, tree, c, context)}`,
        ` and ${predicateSql(predicate.where, tree, c, context)}`,
      ]
  return `${column} in (with recursive ${t}(id, depth) as (
    ${root}
    union select ${keySql(tree, c)}, ${t}.depth + 1 from ${tableSql(tree.table)} ${c} join ${t} on ${c}.${parent} = ${t}.id
    where ${t}.depth < ${context.sql.parameter(predicate.depth, 'integer')}${step}) select id from ${t})`
}
