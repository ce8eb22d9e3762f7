import type { Entity, EntityId, Envelope, Meta } from '../../../shared/envelope.ts'
import { printFilter, term } from '../../../shared/filter-print.ts'
import type { RelatedChoice, RelatedChoiceData, RelatedChoiceSchema } from '../../../shared/page-parts.ts'
import { entitiesOf } from '../../data-api/client.ts'
import type { ComponentContext } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { fieldValue, labelsOf, labelTexts } from './labels.ts'
import { type ChoicePlan, choicePlan } from './related-auto-complete-plan.ts'
import { saveChoice } from './related-auto-complete-save.ts'
import { readRows } from './related-read.ts'
import { readableColumns, withUnreadable } from './unreadable.ts'

/** The records of one relation, found by what is typed. */
export const relatedAutoComplete: ComponentMapper = {
  name: 'relatedAutoComplete',
  hidden: (context) => context.item.kind === 'none' || choicePlan(context) === null,
  schema,
  data,
  savable: (schema) => (schema as RelatedChoiceSchema).canWrite,
  save: saveChoice,
}

function planOf(context: ComponentContext): ChoicePlan {
  const plan = choicePlan(context)
  if (plan === null) throw new Error(`${context.component.key} names no relation of its page's record`)
  return plan
}

async function schema(context: ComponentContext): Promise<RelatedChoiceSchema> {
  const plan = planOf(context)
  const { own, type } = plan
  const isReadable = context.rightsOn(type).read
  const [seen] =
    own === null ? [plan.field] : withUnreadable([plan.field], { fields: new Map([[own.name, own]]) }, context)
  const field = isReadable ? (seen ?? plan.field) : { ...plan.field, readOnly: true, unreadable: type.labelPlural }
  return {
    mediaType: type.name,
    field,
    columns: isReadable ? readableColumns(plan.columnSchemas, type, context) : [],
    canWrite: !field.readOnly && (await mayRelate(plan, context)),
  }
}

/** Whoever relates records that name the page's changes them, and not the page's alone. */
async function mayRelate({ relation, type: related }: ChoicePlan, context: ComponentContext): Promise<boolean> {
  const { type, item, rightsOn, records } = context
  if (type === undefined || (relation.via.kind === 'reverse' && !rightsOn(related).write)) return false
  if (item.kind === 'new') return rightsOn(type).create
  const entities = (await records())?.entities ?? []
  return rightsOn(type).write && entities.every(({ _permissions }) => _permissions?.can_write === true)
}

/** Records of one read; more are asked for page by page. */
const BLOCK = 50

const NONE: RelatedChoiceData = { records: [], count: 0, page: 0, pageCount: 0 }

/** Several records have several others: what is chosen there is for all of them. */
async function data(context: ComponentContext): Promise<RelatedChoiceData> {
  const plan = planOf(context)
  const { item } = context
  if (item.kind === 'records' && item.ids.length > 1) return { ...NONE, pageRecords: await pageRecords(context) }
  if (item.kind !== 'records' || !context.rightsOn(plan.type).read) return NONE
  const entity = (await context.records())?.entities[0]
  if (entity === undefined) throw new Error(`the page ${context.page.key} has no such record`)
  const { envelopes, page, pageCount, count } = await readRelated(plan, entity, context)
  const entities = envelopes.flatMap((envelope) => entitiesOf(envelope, plan.type.name))
  const texts = await labelTexts(plan.labels, entities, envelopes, context)
  const records = entities.map(
    (each): RelatedChoice => ({
      id: each._id,
      label: labelOf(each, plan),
      values: Object.fromEntries(plan.columns.map((field) => [field.name, fieldValue(each, field)])),
      labels: labelsOf(each, plan.labels, texts),
    }),
  )
  return { records, count: count ?? records.length, page, pageCount }
}

async function pageRecords(context: ComponentContext): Promise<NonNullable<RelatedChoiceData['pageRecords']>> {
  return ((await context.records())?.entities ?? []).map(({ _id, _etag }) => ({ id: _id, etag: _etag }))
}

interface Related {
  readonly envelopes: readonly Envelope[]
  readonly page: number
  readonly pageCount: number
  readonly count?: number
}

async function readRelated(plan: ChoicePlan, { _id, _links }: Entity, context: ComponentContext): Promise<Related> {
  const { type, rows, back, query, relation } = plan
  const whole = { page: 0, pageCount: 1 }
  if (rows !== null) {
    const sort = rows.keepsOrder ? undefined : (plan.type.nameField ?? undefined)
    const page = context.alone === true ? context.listState.page : undefined
    const envelope = await readRows({ rows, filter: '' }, _id, { ...query, sort, page, pageSize: BLOCK }, context)
    const { _page, _pageCount, _filterRowCount } = envelope._meta as Meta
    return { envelopes: [envelope], page: _page, pageCount: _pageCount, count: _filterRowCount }
  }
  if (back !== null) {
    const filter = printFilter(term(back.name, 'eq', String(_id)))
    return { ...whole, envelopes: [await context.readList(type, { ...query, filter, pageSize: 1 })] }
  }
  const id: unknown = _links?.[relation.key]
  return { ...whole, envelopes: typeof id === 'number' ? await readOne(plan, id, context) : [] }
}

function readOne(
  { type, query }: ChoicePlan,
  id: EntityId,
  { dataApi }: ComponentContext,
): Promise<readonly Envelope[]> {
  return dataApi.readMany(type.name, [id], query)
}

function labelOf(entity: Entity, { type }: ChoicePlan): string {
  const name = entity[type.nameField ?? '']
  return name === undefined || name === null || name === '' || typeof name === 'object'
    ? `#${entity._id}`
    : String(name)
}
