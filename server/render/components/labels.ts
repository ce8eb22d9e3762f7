import type { Entity, EntityId, Envelope } from '../../../shared/envelope.ts'
import type { RelatedLabel } from '../../../shared/page.ts'
import type { Catalog, Field, MediaType, Relation } from '../../catalog/catalog.ts'
import { entitiesOf, exactValue, type ReadQuery } from '../../data-api/client.ts'
import type { RenderContext } from '../context.ts'

/** How the records that relation fields refer to come by the texts they are shown by. */
export interface LabelPlan {
  /** Fields whose values are ids. */
  readonly fields: readonly Field[]
  /** Media types that the main read includes, each with its name field. */
  readonly included: ReadonlyMap<string, string>
  /** Media types that need a read of their own: `include` names types and cannot tell two relations to one apart. */
  readonly apart: ReadonlyMap<string, string>
}

/** Text by id, by media type. */
export type LabelTexts = ReadonlyMap<string, ReadonlyMap<EntityId, string>>

export function labelPlan(fields: readonly Field[], type: MediaType, catalog: Catalog): LabelPlan {
  const related = fields.filter((field) => field.relation !== null)
  const included = new Map<string, string>()
  const apart = new Map<string, string>()
  for (const { to } of related.map((field) => field.relation as Relation)) {
    const nameField = nameFieldOf(to, catalog)
    if (nameField !== null) (isIncludable(to, type) ? included : apart).set(to, nameField)
  }
  return { fields: related, included, apart }
}

/** Parameters by which a read brings the included types' names along. A single field would come without its entity. */
export function includeQuery({ included }: LabelPlan): ReadQuery {
  if (included.size === 0) return {}
  const fields = [...included].map(([type, nameField]) => [`fields[${type}]`, `id,${nameField}`])
  return { include: [...included.keys()].join(','), ...Object.fromEntries(fields) }
}

/** Gathers the texts: from what the reads included, and by one more read per type that could not be. */
export async function labelTexts(
  plan: LabelPlan,
  entities: readonly Pick<Entity, '_links'>[],
  envelopes: readonly Envelope[],
  context: Pick<RenderContext, 'catalog' | 'dataApi' | 'rightsOn'>,
): Promise<LabelTexts> {
  const included = [...plan.included].map(([type, nameField]) => {
    const linked = envelopes.flatMap((envelope) => envelope._linked[type] ?? [])
    return [type, textsById(linked, nameField)] as const
  })
  const apart = [...plan.apart].map(async ([type, nameField]) => {
    const ids = plan.fields
      .filter((field) => field.relation?.to === type)
      .flatMap((field) => entities.flatMap((entity) => linkedIds(entity, field)))
    return [type, await textsOf(type, nameField, ids, context)] as const
  })
  return new Map([...included, ...(await Promise.all(apart))])
}

/** A relation's value: an id or null, or ids; any other field's: its own, as text where a number would lose digits of it. */
export function fieldValue(entity: Entity, field: Field): unknown {
  if (field.relation === null) return (field.type.exact ? exactValue(entity, field.name) : entity[field.name]) ?? null
  return entity._links?.[field.relation.key] ?? (field.relation.cardinality === 'many' ? [] : null)
}

/** The labels of one record's related records, by field. */
export function labelsOf(
  entity: Pick<Entity, '_links'>,
  plan: LabelPlan,
  texts: LabelTexts,
): Readonly<Record<string, readonly RelatedLabel[]>> {
  return Object.fromEntries(
    plan.fields.map((field) => {
      const known = texts.get(field.relation?.to as string)
      return [field.name, linkedIds(entity, field).map((id) => ({ id, label: known?.get(id) ?? `#${id}` }))]
    }),
  )
}

function linkedIds(entity: Pick<Entity, '_links'>, field: Field): readonly EntityId[] {
  const value = entity._links?.[(field.relation as Relation).key] ?? []
  return typeof value === 'number' ? [value] : value
}

/** `include` takes a media type that exactly one declared relation leads to, and here another one than the main type. */
function isIncludable(to: string, type: MediaType): boolean {
  const ways = [...type.relations.values()].filter((relation) => relation.to === to)
  return to !== type.name && new Set(ways.map(({ id }) => id)).size === 1
}

function nameFieldOf(name: string, catalog: Catalog): string | null {
  const type = catalog.mediaTypes.get(name)
  const field = type?.fields.get(type.nameField ?? '')
  return field === undefined || field.relation !== null ? null : field.name
}

/** The texts of a media type's records by id, as far as the caller may read them. */
export async function textsOf(
  type: string,
  nameField: string,
  ids: readonly EntityId[],
  { catalog, dataApi, rightsOn }: Pick<RenderContext, 'catalog' | 'dataApi' | 'rightsOn'>,
): Promise<ReadonlyMap<EntityId, string>> {
  if (ids.length === 0 || !rightsOn(catalog.mediaTypes.get(type) as MediaType).read) return new Map()
  const envelopes = await dataApi.readMany(type, ids, { fields: nameField, hideMeta: 1, hideLinks: 1 })
  return textsById(
    envelopes.flatMap((envelope) => entitiesOf(envelope, type)),
    nameField,
  )
}

function textsById(entities: readonly Entity[], nameField: string): ReadonlyMap<EntityId, string> {
  return new Map(
    entities.flatMap((entity) => {
      const name = entity[nameField]
      return isText(name) ? [[entity._id, String(name)] as const] : []
    }),
  )
}

function isText(value: unknown): value is string | number | boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
}
