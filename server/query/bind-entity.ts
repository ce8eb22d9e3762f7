import type { MediaType, Relation } from '../catalog/catalog.ts'
import type { Binding } from './bind.ts'
import { unknownField } from './bind-order.ts'
import { isFileMember } from './file-members.ts'
import { type EntityPlan, EVERYTHING, type LinkPlan } from './plan.ts'
import { isSystemField } from './system-fields.ts'

export interface EntityOptions {
  /** The parameter that named the fields. */
  readonly parameter: string
  readonly linkObjectsOnly: boolean
  readonly permissions: boolean
  /** The answer of a create: it tells where lazy files belong [UP8]. */
  readonly created?: boolean
}

/**
 * Decides what an entity of the type shows: the requested fields, or all with the relations it owns, and the links that
 * includes add.
 */
export function entityPlan(
  type: MediaType,
  requested: readonly string[] | null,
  included: readonly LinkPlan[],
  binding: Binding,
  options: EntityOptions,
): EntityPlan {
  const fields =
    requested === null ? ['dateins', ...plainFields(type)] : requestedFields(type, requested, options.parameter)
  const relations =
    requested === null
      ? [...type.relations.values()].filter((relation) => relation.owned || relation.field !== null)
      : requestedRelations(type, requested)
  const added = included.map((link) => besideFields(link, type))
  const own = relations
    .filter((relation) => !options.linkObjectsOnly || relation.kind === 'link-object')
    .filter((relation) => !added.some((link) => link.key === relation.key))
    .map((relation): LinkPlan => {
      const link = linkPlan(relation.key, relation, false, binding)
      return isItsSource(type, relation) && link.where.kind === 'ids' ? { ...link, where: EVERYTHING } : link
    })
  return {
    type: type.name,
    fields,
    links: [...own, ...added],
    permissions: options.permissions ? binding.authority.permissions(type.name) : null,
    ...(type.hasFile
      ? { files: { suffix: options.created === true, list: requested?.includes('_files') === true } }
      : {}),
  }
}

export function linkPlan(key: string, relation: Relation, asList: boolean, binding: Binding): LinkPlan {
  return { key, relation: relation.key, asList, order: [], where: binding.authority.visible(relation.to) }
}

/**
 * What an include adds goes by its media type, unless a to-one field of the record is called so, which keeps its id
 * [D13]. Where it is that field's records that are included, the id tells of them already; others go by the `_links` key
 * of their relation.
 */
function besideFields(link: LinkPlan, type: MediaType): LinkPlan {
  const named = type.relations.get(link.key)
  if (named === undefined) return link
  if (named.key !== link.relation) return { ...link, key: link.relation }
  const { fromSet: _, ...own } = link
  return { ...own, asList: false }
}

/** Whoever sees a record sees its source [P2]. */
function isItsSource(type: MediaType, { field, via }: Relation): boolean {
  return type.sourceField !== null && field === type.sourceField && via.kind === 'column'
}

function plainFields(type: MediaType): string[] {
  return [...type.fields.values()].filter((field) => field.relation === null).map((field) => field.name)
}

function requestedFields(type: MediaType, requested: readonly string[], parameter: string): string[] {
  return requested.flatMap((name) => {
    if (findRelation(type, name) !== undefined) return []
    if (type.fields.has(name)) return [name]
    if (isFileMember(type, name)) return []
    if (!isSystemField(name)) throw unknownField(type, name, parameter)
    return name === 'dateins' ? [name] : []
  })
}

function requestedRelations(type: MediaType, requested: readonly string[]): Relation[] {
  return requested.flatMap((name) => findRelation(type, name) ?? [])
}

/** A relation by its `_links` key or by the field it is edited by. */
export function findRelation(type: MediaType, name: string): Relation | undefined {
  return type.relations.get(name) ?? type.fields.get(name)?.relation ?? undefined
}
