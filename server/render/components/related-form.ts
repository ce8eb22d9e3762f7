import type { RelatedFormData, RelatedFormSchema } from '../../../shared/page-parts.ts'
import type { ComponentContext } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { flagOption } from './configuration.ts'
import { formData, formRights } from './form.ts'
import { formPlan } from './form-schema.ts'
import { relatedFormPlan } from './related-form-plan.ts'
import { type RelatedRecord, relatedRecord } from './related-form-record.ts'
import { saveRelatedForm } from './related-form-save.ts'
import { withUnreadable } from './unreadable.ts'

/** The fields of the one record that the page's record is related to, or of a new one where there is none. */
export const relatedForm: ComponentMapper = {
  name: 'relatedForm',
  hidden,
  schema,
  data,
  savable: (schema) => {
    const { canCreate, canWrite, removal } = schema as RelatedFormSchema
    return canCreate || canWrite || removal !== undefined
  },
  save: saveRelatedForm,
}

/** Several records have several related ones, and a new record has only one that can be made with it. */
async function hidden(context: ComponentContext): Promise<boolean> {
  const { item } = context
  const plan = relatedFormPlan(context)
  if (plan === null || item.kind === 'none' || (item.kind === 'records' && item.ids.length > 1)) return true
  return item.kind === 'new' && !(await mayCreate(await relatedRecord(context), context))
}

async function schema(context: ComponentContext): Promise<RelatedFormSchema> {
  const related = await relatedRecord(context)
  const { plan, entity, isWithheld } = related
  const form = formPlan(related.context)
  const isReadable = context.rightsOn(plan.type).read
  const [rights, canCreate] = await Promise.all([formRights(form, related.context), mayCreate(related, context)])
  const canWrite = entity !== null && rights.canWrite
  const removal = entity === null ? undefined : await removalOf(related, rights.canDelete, context)
  // a page is headed by its own record, and by no other
  const { labelField: _, ...rest } = form.schema
  return {
    ...rest,
    ...(isReadable ? {} : { tabs: [], unreadable: plan.type.labelPlural }),
    fields: isReadable ? withUnreadable(form.schema.fields, plan.type, context) : [],
    canCreate: canCreate && entity === null && !isWithheld,
    canWrite,
    canDelete: false,
    hasHistory: false,
    ...(removal === undefined ? {} : { removal }),
  }
}

async function data(context: ComponentContext): Promise<RelatedFormData> {
  const related = await relatedRecord(context)
  if (related.isWithheld) return { values: {}, labels: {}, etag: null, id: null, withheld: true }
  const shown = await formData(formPlan(related.context), related.context)
  if (shown === null) throw new Error(`there is nothing to fill in of ${related.plan.type.name}`)
  return shown
}

async function mayCreate({ plan }: RelatedRecord, context: ComponentContext): Promise<boolean> {
  if (flagOption(context.component, 'create') === false) return false
  const isReadable = context.rightsOn(plan.type).read
  if (!isReadable || (plan.field !== null && !(await mayRelate(plan.field.readOnly, context)))) return false
  return context.mayCreate(plan.type)
}

/** Where the page's record names the related one, it is the page's record that is changed. */
async function mayRelate(isReadOnly: boolean, { type, item, rightsOn, records }: ComponentContext): Promise<boolean> {
  if (isReadOnly || type === undefined) return false
  if (item.kind === 'new') return rightsOn(type).create
  return rightsOn(type).write && (await records())?.entities[0]?._permissions?.can_write === true
}

async function removalOf(
  { plan: { field } }: RelatedRecord,
  canDelete: boolean,
  context: ComponentContext,
): Promise<RelatedFormSchema['removal']> {
  if (flagOption(context.component, 'remove') !== true) return undefined
  if (field === null) return canDelete ? 'delete' : undefined
  return !field.required && (await mayRelate(field.readOnly, context)) ? 'unlink' : undefined
}
