import {
  type Field,
  identifier,
  literal,
  type MediaType,
  type Relation,
  type RelationPath,
} from '../catalog/catalog.ts'
import { columnSql, keySql, shownSql, tableSql, versionSql } from '../catalog/sql-names.ts'
import { findRelation } from './bind-entity.ts'
import { orderSql } from './compile-order.ts'
import { idSql, predicateSql } from './compile-predicate.ts'
import { fileMemberSql, isFileMember, PLAIN_FILE_MEMBERS } from './file-members.ts'
import { type EntityPlan, type Grant, isEverything, type LinkPlan, type PermissionsPlan } from './plan.ts'
import type { CompileContext } from './sql-writer.ts'
import { findField } from './system-fields.ts'

export interface EntitySql {
  /** Select list whose names are the entity's members. */
  readonly columns: string
  /** Joins that compute what the select list uses twice. */
  readonly joins: string
  /** The JSON-ready value of one field or relation. */
  readonly valueOf: (name: string) => string
}

/** Writes the select list of an entity (specification, "Entity"). */
export function entitySql(plan: EntityPlan, type: MediaType, alias: string, context: CompileContext): EntitySql {
  const links = new Map(plan.links.map((link) => [link, memberSql(link, type, alias, context)]))
  const shared = sharedLinks([...links.values()], context)
  const members = plan.links.map((link): Member => {
    const value = links.get(link) as string
    return [link.key, shared.get(value)?.reference ?? value]
  })
  if (plan.files?.list) members.push(['_files', fileMemberSql('_files', type, alias)])
  const fileMembers = [...(type.hasFile ? PLAIN_FILE_MEMBERS : []), ...(plan.files?.suffix ? ['_suffix' as const] : [])]
  const columns = [
    `${keySql(type, alias)} as "_id"`,
    `${literal(`/api/v1/${type.name}/`)} || ${keySql(type, alias)} as "_href"`,
    `${literal(type.name)} as "_type"`,
    `${versionSql(type, alias)} || ${literal(`.${context.catalog.revision}`)} as "_etag"`,
    ...fileMembers.map((name) => `${fileMemberSql(name, type, alias)} as ${identifier(name)}`),
    ...plan.fields.map((name) => `${fieldSql(type, name, alias)} as ${identifier(name)}`),
    ...(plan.permissions === null
      ? []
      : [`${permissionsSql(plan.permissions, type, alias, context)} as "_permissions"`]),
    `${objectSql(members)} as "_links"`,
  ]
  return {
    columns: columns.join(', '),
    joins: [...shared.values()].map((entry) => entry.join).join(''),
    valueOf: (name) => {
      const relation = findRelation(type, name)
      const link = plan.links.find((candidate) => candidate.key === relation?.key)
      return link === undefined ? fieldSql(type, name, alias) : (links.get(link) as string)
    },
  }
}

type Member = readonly [key: string, value: string]

/** A row becomes JSON faster than a list of members does; but Postgres cuts column names after 63 bytes. */
function objectSql(members: readonly Member[]): string {
  if (members.length === 0) return "'{}'::json"
  if (members.some(([key]) => encoder.encode(key).length > 63)) return longObjectSql(members)
  const columns = members.map(([key, value]) => `${value} as ${identifier(key)}`)
  const keys = members.map(([key]) => key)
  return `(select ${rowJson('o', keys)} from (select ${columns.join(', ')}) o)`
}

/** The rows of a derived table as JSON; the alias alone would mean the column of that name where there is one. */
export function rowJson(alias: string, columns: readonly string[]): string {
  return columns.includes(alias) ? `row_to_json(${alias}.*)` : `row_to_json(${alias})`
}

const encoder = new TextEncoder()

/** Postgres takes at most 100 arguments, fifty members, to one call. */
function longObjectSql(members: readonly Member[]): string {
  const pairs = members.map(([key, value]) => `${literal(key)}, ${value}`)
  if (pairs.length <= 50) return `json_build_object(${pairs.join(', ')})`
  const parts: string[] = []
  for (let at = 0; at < pairs.length; at += 50) parts.push(`jsonb_build_object(${pairs.slice(at, at + 50).join(', ')})`)
  return `(${parts.join(' || ')})`
}

function fieldSql(type: MediaType, name: string, alias: string): string {
  if (isFileMember(type, name)) return fileMemberSql(name, type, alias)
  const field = findField(type, name) as Field
  if (field.type.placeholder !== undefined) return literal(field.type.placeholder)
  return shownSql(type, field, alias)
}

function permissionsSql(permissions: PermissionsPlan, type: MediaType, alias: string, context: CompileContext): string {
  const { write, delete: remove } = permissions
  if (typeof write === 'boolean' && typeof remove === 'boolean') {
    return `${literal(JSON.stringify({ can_write: write, can_delete: remove }))}::json`
  }
  return `json_build_object('can_write', ${grantSql(write, type, alias, context)}, 'can_delete', ${grantSql(remove, type, alias, context)})`
}

function grantSql(grant: Grant, type: MediaType, alias: string, context: CompileContext): string {
  if (typeof grant === 'boolean') return String(grant)
  return predicateSql({ kind: 'source', ...grant }, type, alias, context)
}

/** Where a media type is reached by several paths, what a further one includes is told of by the records that it starts from. */
function memberSql(link: LinkPlan, type: MediaType, alias: string, context: CompileContext): string {
  const value = linkSql(link, type, alias, context)
  if (link.fromSet === undefined) return value
  const among = `any (array(select ${keySql(type, 'f')} from s${link.fromSet} f))`
  return `case when ${keySql(type, alias)} = ${among} then ${value} else '[]'::json end`
}

function linkSql(link: LinkPlan, type: MediaType, alias: string, context: CompileContext): string {
  const relation = type.relations.get(link.relation) as Relation
  const related = context.catalog.mediaTypes.get(relation.to) as MediaType
  const { via } = relation
  const free = isEverything(link.where)
  const key = keySql(type, alias)
  if (via.kind === 'column' && link.name === undefined && (free || link.where.kind === 'ids')) {
    const id = `${alias}.${identifier(via.column)}`
    const column = link.where.kind === 'ids' ? `case when ${idSql(link.where, id, context)} then ${id} end` : id
    return link.asList ? `case when ${column} is null then '[]'::json else json_build_array(${column}) end` : column
  }
  const many = link.asList || relation.cardinality === 'many'
  if (via.kind === 'link' && free && link.name === undefined && link.order.length === 0) {
    const ids = `j.${identifier(via.toColumn)}`
    const order = via.orderColumn === null ? ids : `j.${identifier(via.orderColumn)}, ${ids}`
    return `(select coalesce(json_agg(${ids} order by ${order}), '[]') from ${linkRows(via, key)} j where j.${identifier(via.fromColumn)} = ${key})`
  }
  const r = context.sql.alias('r')
  const id = keySql(related, r)
  const table = `${tableSql(related.table)} ${r}`
  const from =
    via.kind === 'link'
      ? `${linkRows(via, key)} j join ${table} on ${id} = j.${identifier(via.toColumn)} where j.${identifier(via.fromColumn)} = ${key}`
      : via.kind === 'reverse'
        ? `${table} where ${r}.${identifier(via.column)} = ${key}`
        : `${table} where ${id} = ${alias}.${identifier(via.column)}`
  const where = free ? '' : ` and ${predicateSql(link.where, related, r, context)}`
  const name = link.name === undefined ? undefined : related.fields.get(link.name)
  const shown = name === undefined ? id : nameSql(related, name, r)
  if (!many) return `(select ${shown} from ${from}${where} limit 1)`
  const declared = via.kind === 'link' && via.orderColumn !== null ? `j.${identifier(via.orderColumn)}, ` : ''
  const order = link.order.length === 0 ? `${declared}${id}` : orderSql(link.order, related, r, context)
  const held = name === undefined ? '' : ` filter (where ${shown} is not null)`
  return `(select coalesce(json_agg(${shown} order by ${order})${held}, '[]') from ${from}${where})`
}

/** What a record is called, as an import reads it; null where that is nothing. */
function nameSql(type: MediaType, field: Field, alias: string): string {
  return `nullif(btrim(${writtenSql(type, field, alias)}, E' \\t\\r\\n'), '')`
}

/** A field's value as the text that its type reads back. */
export function writtenSql(type: MediaType, field: Field, alias: string): string {
  const written = field.type.written ?? field.type.asText
  return written?.(columnSql(type, field, alias)) ?? `(${shownSql(type, field, alias)})::text`
}

/** Rows of a joining table; a link object may join the same two records more than once, which is one relation. */
function linkRows(via: Extract<RelationPath, { kind: 'link' }>, key: string): string {
  if (via.linkType === null) return tableSql(via.table)
  const [from, to] = [identifier(via.fromColumn), identifier(via.toColumn)]
  const order =
    via.orderColumn === null ? '' : `, min(${identifier(via.orderColumn)}) as ${identifier(via.orderColumn)}`
  return `(select ${from}, ${to}${order} from ${tableSql(via.table)} where ${from} = ${key} and ${to} is not null group by ${from}, ${to})`
}

/** An include repeats what the entity's own links hold: subselects that stand twice are computed once. */
function sharedLinks(
  values: readonly string[],
  context: CompileContext,
): ReadonlyMap<string, { reference: string; join: string }> {
  const shared = new Map<string, { reference: string; join: string }>()
  for (const [index, value] of values.entries()) {
    if (!value.startsWith('(select') || values.indexOf(value) === index || shared.has(value)) continue
    const alias = context.sql.alias('l')
    shared.set(value, { reference: `${alias}.v`, join: ` cross join lateral (select ${value} as v offset 0) ${alias}` })
  }
  return shared
}
