import type { Entity, LinkValue } from '../../../shared/envelope.ts'
import type { FormData, FormSchema } from '../../../shared/page.ts'
import type { Field } from '../../catalog/catalog.ts'
import type { ComponentContext, ItemRecords } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { flagOption } from './configuration.ts'
import { saveForm } from './form-save.ts'
import { type FormPlan, formPlan } from './form-schema.ts'
import { fieldValue, labelsOf, labelTexts } from './labels.ts'
import { withUnreadable } from './unreadable.ts'

/** The fields of the page's record, of several at once, or of a new one. */
export const form: ComponentMapper = {
  name: 'form',
  hidden: (context) => flagOption(context.component, 'hideWithoutWrite') === true && !mayEdit(context),
  schema,
  data,
  savable: (schema, { item }) => {
    const { canCreate, canWrite } = schema as FormSchema
    return item.kind === 'new' ? canCreate : item.kind === 'records' && canWrite
  },
  save: saveForm,
  newPageKey: (_component, pageKey) => pageKey,
}

function mayEdit({ type, item, rightsOn }: ComponentContext): boolean {
  if (type === undefined) return false
  const rights = rightsOn(type)
  return item.kind === 'new' ? rights.create : rights.write
}

async function schema(context: ComponentContext): Promise<FormSchema> {
  const plan = formPlan(context)
  return {
    ...plan.schema,
    fields: withUnreadable(plan.schema.fields, plan.type, context),
    ...(await formRights(plan, context)),
    hasHistory: context.keepsHistory,
  }
}

function data(context: ComponentContext): Promise<FormData | null> {
  return formData(formPlan(context), context)
}

/** What the caller may do with the page's records and with their media type. */
export async function formRights(
  { type }: FormPlan,
  context: ComponentContext,
): Promise<Pick<FormSchema, 'canCreate' | 'canWrite' | 'canDelete'>> {
  const rights = context.rightsOn(type)
  const [canCreate, records] = await Promise.all([context.mayCreate(type), context.records()])
  const every = (grant: 'can_write' | 'can_delete'): boolean =>
    (records?.entities ?? []).every((entity) => entity._permissions?.[grant] === true)
  return {
    canCreate,
    canWrite: rights.write && every('can_write'),
    canDelete: rights.delete && records !== null && every('can_delete'),
  }
}

/** Without an item there is nothing to fill in: the form stands empty, its data null. */
export async function formData(plan: FormPlan, context: ComponentContext): Promise<FormData | null> {
  if (context.item.kind === 'none') return null
  // asked early, so that the schema need not wait for it
  const [records] = await Promise.all([context.records(), context.mayCreate(plan.type)])
  if (context.item.kind === 'new') return newRecord(plan, context)
  if (records === null) throw new Error(`there is no such record of ${plan.type.name}`)
  const [only, ...others] = records.entities
  return only !== undefined && others.length === 0
    ? oneRecord(only, records, plan, context)
    : severalRecords(records, plan, context)
}

async function newRecord(plan: FormPlan, context: ComponentContext): Promise<FormData> {
  const values = plan.fields.map((field) => [field.name, defaultOf(field)] as const)
  const related = plan.fields.flatMap((field) => {
    const value = defaultOf(field)
    return field.relation !== null && isLinkValue(value) ? [[field.relation.key, value] as const] : []
  })
  const defaults = { _links: Object.fromEntries(related) }
  const apart = { ...plan.labels, included: new Map(), apart: new Map([...plan.labels.included, ...plan.labels.apart]) }
  const texts = await labelTexts(apart, [defaults], [], context)
  return { values: Object.fromEntries(values), labels: labelsOf(defaults, apart, texts), etag: null, id: null }
}

function defaultOf(field: Field): unknown {
  return field.defaultValue ?? (field.relation?.cardinality === 'many' ? [] : null)
}

function isLinkValue(value: unknown): value is Exclude<LinkValue, null> {
  return typeof value === 'number' || (Array.isArray(value) && value.every((id) => typeof id === 'number'))
}

async function oneRecord(
  entity: Entity,
  { envelopes }: ItemRecords,
  plan: FormPlan,
  context: ComponentContext,
): Promise<FormData> {
  const texts = await labelTexts(plan.labels, [entity], envelopes, context)
  return {
    values: Object.fromEntries(plan.fields.map((field) => [field.name, fieldValue(entity, field)])),
    labels: labelsOf(entity, plan.labels, texts),
    etag: entity._etag,
    id: entity._id,
  }
}

/** Of several records: the values that are equal in all of them, and each record's id and tag. */
async function severalRecords(
  { entities, envelopes }: ItemRecords,
  plan: FormPlan,
  context: ComponentContext,
): Promise<FormData> {
  const first = entities[0] as Entity
  const equal = plan.fields.filter((field) => {
    const value = JSON.stringify(fieldValue(first, field))
    return entities.every((entity) => JSON.stringify(fieldValue(entity, field)) === value)
  })
  const names = new Set(equal.map(({ name }) => name))
  const labels = { ...plan.labels, fields: plan.labels.fields.filter(({ name }) => names.has(name)) }
  const texts = await labelTexts(labels, [first], envelopes, context)
  return {
    values: Object.fromEntries(equal.map((field) => [field.name, fieldValue(first, field)])),
    labels: labelsOf(first, labels, texts),
    etag: null,
    id: null,
    records: entities.map(({ _id, _etag }) => ({ id: _id, etag: _etag })),
  }
}
