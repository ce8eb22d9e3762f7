import type { Entity } from '../../../shared/envelope.ts'
import type { RelatedLabel } from '../../../shared/page.ts'
import { placeholdersOf } from '../../../shared/placeholders.ts'
import type { Field } from '../../catalog/catalog.ts'
import type { ComponentContext, ItemRecords } from '../context.ts'
import { fieldValue, labelPlan, labelsOf, labelTexts } from './labels.ts'

/** What stands for a field in a text or an address; nothing where there is no value, or no such field for this caller. */
export type ValueOf = (name: string) => string

/** Texts with placeholders are for one record: there is nothing to put into them on any other page. */
export function lacksRecord(texts: readonly string[], { item }: ComponentContext): boolean {
  const isOne = item.kind === 'records' && item.ids.length === 1
  return !isOne && texts.some((text) => placeholdersOf(text).length > 0)
}

/** The page's record as people read it: related records by their labels, choices by theirs. */
export async function readableValues(texts: readonly string[], context: ComponentContext): Promise<ValueOf> {
  const found = await recordFor(texts, context)
  if (found === null) return () => ''
  const { entity, records } = found
  const { fields, labels: plan } = planFor(texts, context)
  const labels = labelsOf(entity, plan, await labelTexts(plan, [entity], records.envelopes, context))
  return (name) => {
    const field = fields.get(name)
    if (field === undefined) return name === 'id' ? String(entity._id) : ''
    return field.relation === null
      ? listed(fieldValue(entity, field), (value) => labelOf(field, value))
      : (labels[name] ?? []).map(({ label }: RelatedLabel) => label).join(', ')
  }
}

/** The page's record as it is kept: related records by their ids. */
export async function storedValues(texts: readonly string[], context: ComponentContext): Promise<ValueOf> {
  const found = await recordFor(texts, context)
  if (found === null) return () => ''
  const { entity } = found
  const { fields } = planFor(texts, context)
  return (name) => {
    const field = fields.get(name)
    if (field === undefined) return name === 'id' ? String(entity._id) : ''
    return listed(fieldValue(entity, field), String, ',')
  }
}

async function recordFor(
  texts: readonly string[],
  context: ComponentContext,
): Promise<{ readonly entity: Entity; readonly records: ItemRecords } | null> {
  if (lacksRecord(texts, context) || texts.every((text) => placeholdersOf(text).length === 0)) return null
  const records = await context.records()
  const entity = records?.entities[0]
  if (records === null || entity === undefined) throw new Error(`the page ${context.page.key} has no such record`)
  return { entity, records }
}

function planFor(texts: readonly string[], { type, catalog }: ComponentContext) {
  const names = texts.flatMap(placeholdersOf)
  const known = type === undefined ? [] : names.flatMap((name) => type.fields.get(name) ?? [])
  const fields: ReadonlyMap<string, Field> = new Map(known.map((field) => [field.name, field]))
  const labels = type === undefined ? null : labelPlan([...fields.values()], type, catalog)
  return { fields, labels: labels ?? { fields: [], included: new Map(), apart: new Map() } }
}

function listed(value: unknown, text: (value: unknown) => string, between = ', '): string {
  const values = Array.isArray(value) ? value : [value]
  return values
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .map(text)
    .join(between)
}

function labelOf({ enumValues }: Field, value: unknown): string {
  return enumValues.find((choice) => choice.value === value)?.label ?? String(value)
}
