import type { Entity, EntityId, Envelope } from '../../../shared/envelope.ts'
import { printFilter, term } from '../../../shared/filter-print.ts'
import type { MediaType } from '../../catalog/catalog.ts'
import { DataApiError, entitiesOf } from '../../data-api/client.ts'
import type { ComponentContext } from '../context.ts'
import { formPlan } from './form-schema.ts'
import { includeQuery } from './labels.ts'
import { type RelatedFormPlan, relatedFormPlan } from './related-form-plan.ts'

/** The related record as a form of its own would have it. */
export interface RelatedRecord {
  readonly plan: RelatedFormPlan
  /** As on a page of the related record: an existing one, or a new one where there is none. */
  readonly context: ComponentContext
  /** Null: there is none, or the caller may not see it. */
  readonly entity: Entity | null
  /** There is one that the caller may not see. */
  readonly isWithheld: boolean
}

/** Schema and data of one render share a read. */
const known = new WeakMap<ComponentContext, Promise<RelatedRecord>>()

export function relatedRecord(context: ComponentContext): Promise<RelatedRecord> {
  const made = known.get(context) ?? findRecord(context)
  known.set(context, made)
  return made
}

async function findRecord(context: ComponentContext): Promise<RelatedRecord> {
  const plan = relatedFormPlan(context)
  if (plan === null) throw new Error(`${context.component.key} names no relation that leads to one record`)
  const found = context.item.kind === 'records' ? await readRecord(plan, context) : NONE
  const { entity, envelope } = found
  return {
    plan,
    entity,
    isWithheld: found.isWithheld,
    context: {
      ...inRelated(plan, context),
      item: entity === null ? { kind: 'new' } : { kind: 'records', ids: [entity._id] },
      records: async () => (entity === null ? null : { entities: [entity], envelopes: [envelope] }),
    },
  }
}

interface Found {
  readonly entity: Entity | null
  readonly envelope: Envelope
  readonly isWithheld: boolean
}

const NONE: Found = { entity: null, envelope: { _linked: {} }, isWithheld: false }

const inRelated = ({ type, component }: RelatedFormPlan, context: ComponentContext): ComponentContext => ({
  ...context,
  type,
  component,
})

async function readRecord(plan: RelatedFormPlan, context: ComponentContext): Promise<Found> {
  const { type, field, back, relation } = plan
  const page = (await context.records())?.entities[0]
  if (page === undefined) throw new Error(`the page ${context.page.key} has no such record`)
  if (!context.rightsOn(type).read) return { ...NONE, isWithheld: true }
  const query = { ...includeQuery(formPlan(inRelated(plan, context)).labels), hideMeta: 1, hideLinks: 1 }
  if (back !== null) {
    const filter = printFilter(term(back.name, 'eq', String(page._id)))
    const envelope = await context.readList(type, { ...query, filter, pageSize: 1 })
    return { ...NONE, envelope, entity: entitiesOf(envelope, type.name)[0] ?? null }
  }
  const id = field === null ? undefined : page._links?.[relation.key]
  if (typeof id !== 'number') return NONE
  const envelope = await readOne(type, id, query, context)
  const entity = entitiesOf(envelope, type.name)[0] ?? null
  return { envelope, entity, isWithheld: entity === null }
}

/** The data API can be set to answer 404 for an unknown id in place of an empty entity [D3.o]. */
async function readOne(
  { name }: MediaType,
  id: EntityId,
  query: Readonly<Record<string, string | number | undefined>>,
  { dataApi }: ComponentContext,
): Promise<Envelope> {
  return dataApi.readOne(name, id, query).catch((error: unknown) => {
    if (error instanceof DataApiError && error.answeredStatus === 404) return NONE.envelope
    throw error
  })
}
