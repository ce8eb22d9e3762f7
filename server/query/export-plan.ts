import type { Catalog, Field, MediaType } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import { bindRead, type ReadOptions } from './bind.ts'
import { findRelation } from './bind-entity.ts'
import type { ExportRequest } from './export-request.ts'
import type { EntityPlan, Order, Predicate } from './plan.ts'
import { findField, isSystemField } from './system-fields.ts'

/** A bound export in plain data without values: its JSON is part of the keys of compiled texts. */
export interface ExportPlan {
  /** Metadata revision: names mean what they meant then. */
  readonly revision: number
  readonly type: string
  readonly where: Predicate
  /** Ends with the id. */
  readonly order: readonly Order[]
  readonly entity: EntityPlan
  /** Columns of a table; null: rows are whole entities. */
  readonly columns: readonly string[] | null
}

export interface BoundExport {
  readonly plan: ExportPlan
  readonly values: readonly unknown[]
}

/** Name of the first column of a table. */
export const ID_COLUMN = 'id'

/**
 * Looks up the names of an export and applies the caller's rights, all as a read of the same rows does.
 *
 * @throws {AppError} UNKNOWN_MEDIA_TYPE, UNKNOWN_FIELD, PARAMETER, FILTER_SYNTAX or FORBIDDEN.
 */
export function bindExport(
  request: ExportRequest,
  catalog: Catalog,
  rights: Rights,
  options: ReadOptions,
): BoundExport {
  const bound = bindRead({ ...request.read, hideMeta: true }, catalog, rights, options)
  const { type, plan, values } = bound
  const entity = request.names ? namedLinks(plan.entity, type, bound.catalog) : plan.entity
  const columns = request.format === 'csv' ? columnsOf(request, type, entity) : null
  return {
    plan: {
      revision: plan.revision,
      type: plan.type,
      where: plan.where,
      order: upToId(plan.order),
      entity: columns === null ? entity : linksOf(columns, entity, type),
      columns,
    },
    values,
  }
}

/** What follows the id decides nothing. */
function upToId(orders: readonly Order[]): readonly Order[] {
  const at = orders.findIndex((order) => order.field === 'id' && !order.related && !order.link)
  return orders.slice(0, at + 1)
}

/** The id, then the fields asked for or all, with the relations that an entity shows. */
function columnsOf({ read, withId }: ExportRequest, type: MediaType, { links }: EntityPlan): readonly string[] {
  const requested = read.fields?.byType.get(type.name) ?? read.fields?.main ?? [...type.fields.keys()]
  const shown = (name: string): boolean => {
    const key = findRelation(type, name)?.key
    return key === undefined || links.some((link) => link.key === key)
  }
  return [...(withId ? [ID_COLUMN] : []), ...requested.filter((name) => !isId(type, name) && shown(name))]
}

/** Values of these kinds say a number, a truth or a time, and never a formula. */
const NO_TEXTS: ReadonlySet<string> = new Set(['bigint', 'boolean', 'date', 'numeric', 'time', 'timestamptz'])

/** Which columns of a table hold texts that people wrote. */
export function textColumns({ columns, type: name, entity }: ExportPlan, { mediaTypes }: Catalog): readonly boolean[] {
  const type = mediaTypes.get(name) as MediaType
  return (columns ?? []).map((column) => {
    const relation = findRelation(type, column)
    if (relation !== undefined) return entity.links.some(({ key, name }) => key === relation.key && name !== undefined)
    const field = findField(type, column)
    return field === undefined || !NO_TEXTS.has(field.type.parameterType)
  })
}

/** Links with the names of related records in place of their ids, where the caller sees names of them. */
function namedLinks(entity: EntityPlan, type: MediaType, seen: Catalog): EntityPlan {
  const links = entity.links.map((link) => {
    const related = seen.mediaTypes.get(type.relations.get(link.relation)?.to ?? '')
    const name = related === undefined ? null : textName(related)
    return name === null ? link : { ...link, name }
  })
  return { ...entity, links }
}

/** The field that tells a record's name as text; null where none does. */
export function textName({ fields, nameField }: MediaType): string | null {
  const field = fields.get(nameField ?? '')
  if (field === undefined || !field.stored || field.relation !== null) return null
  return field.type.placeholder !== undefined || field.type.parameterType === 'jsonb' ? null : field.name
}

/** The links that are columns, and nothing else that takes parameters: one that the text does not hold has no type. */
function linksOf(columns: readonly string[], entity: EntityPlan, type: MediaType): EntityPlan {
  const keys = new Set(columns.map((name) => findRelation(type, name)?.key))
  return { ...entity, permissions: null, links: entity.links.filter(({ key }) => keys.has(key)) }
}

function isId(type: MediaType, name: string): boolean {
  return isSystemField(name) && (findField(type, name) as Field).name === ID_COLUMN
}

/** True for a column that holds ids of related records, in a list. */
export function isListColumn(type: MediaType, name: string): boolean {
  return findRelation(type, name)?.cardinality === 'many'
}
