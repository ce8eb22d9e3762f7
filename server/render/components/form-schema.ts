import type { FormSchema } from '../../../shared/page.ts'
import type { Catalog, Field, MediaType, PageComponent } from '../../catalog/catalog.ts'
import { flagOption, objectsOption, own, texts } from './configuration.ts'
import { fieldSchema } from './field-schema.ts'
import { type LabelPlan, labelPlan } from './labels.ts'
import { plannedOnce } from './planned-once.ts'

/** What a form is, for every caller and record alike. */
export interface FormPlan {
  readonly type: MediaType
  readonly fields: readonly Field[]
  readonly labels: LabelPlan
  /** All of the schema but what depends on the caller. */
  readonly schema: Omit<FormSchema, 'canCreate' | 'canWrite' | 'canDelete' | 'hasHistory'>
}

type Tab = FormSchema['tabs'][number]

/**
 * Plans a form; once per catalog [PR22].
 *
 * @throws when its page has no media type.
 */
export const formPlan = plannedOnce((catalog, component, type): FormPlan => {
  if (type === undefined) throw new Error(`the form ${component.key} has no media type`)
  return makePlan(catalog, component, type)
})

function makePlan(catalog: Catalog, component: PageComponent, type: MediaType): FormPlan {
  const tabs = formTabs(component, type)
  const fields = tabs.flatMap((tab) => tab.fields.flatMap((name) => type.fields.get(name) ?? []))
  const related = fields.flatMap((field) => field.relation?.to ?? [])
  return {
    type,
    fields,
    labels: labelPlan(fields, type, catalog),
    schema: {
      mediaType: type.name,
      fields: fields.map((field) => fieldSchema(field, component, catalog)),
      tabs,
      relatedMediaTypes: [...new Set(related)],
      ...(fields.some(({ name }) => name === type.nameField) ? { labelField: type.nameField as string } : {}),
    },
  }
}

/** The configured tabs, and one for all other fields unless `rest` is false; each field stands in the first that names it. */
export function formTabs(component: PageComponent, type: MediaType): readonly Tab[] {
  const left = new Set(type.fields.keys())
  const take = (names: readonly string[]): string[] => names.filter((name) => left.delete(name))
  const configured = (objectsOption(component, 'tabs') ?? []).map((tab) => ({
    key: own(tab, 'key'),
    title: own(tab, 'title'),
    fields: take(texts(own(tab, 'fields'))),
  }))
  const rest = flagOption(component, 'rest') === false ? [] : [...left]
  const title = configured.some(({ fields }) => fields.length > 0) ? 'More' : (component.title ?? type.label)
  const keys = new Set<string>()
  return [...configured, { key: 'more', title, fields: rest }]
    .filter(({ fields }) => fields.length > 0)
    .map((tab, index) => ({
      key: uniqueKey(tab.key, index, keys),
      title: typeof tab.title === 'string' ? tab.title : `${index + 1}`,
      fields: tab.fields,
    }))
}

function uniqueKey(given: unknown, index: number, taken: Set<string>): string {
  const key = typeof given === 'string' && given !== '' && !taken.has(given) ? given : `tab-${index + 1}`
  taken.add(key)
  return key
}
