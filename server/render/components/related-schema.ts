import type { RelatedListSchema } from '../../../shared/related-list.ts'
import type { ComponentContext } from '../context.ts'
import { BLOCK_SIZE, type RelatedPlan } from './related-plan.ts'
import { readableColumns, withUnreadable } from './unreadable.ts'

/** A related list as this caller has it. */
export async function relatedSchema(plan: RelatedPlan, context: ComponentContext): Promise<RelatedListSchema> {
  const { rows, type } = plan
  const bulk = isBulk(context)
  const rights = context.rightsOn(type)
  const relates = await mayRelate(plan, context)
  const creates = await mayCreate(plan, relates, context)
  const removeDeletes = deletesRemoved(plan)
  return {
    mediaType: type.name,
    relationKey: rows.relation.key,
    columns: readableColumns(plan.columns, type, context),
    editable: rights.write ? plan.editable : [],
    labelField: plan.labelField,
    defaultSort: plan.defaultSort,
    defaultPageSize: plan.defaultPageSize,
    pageSizes: plan.pageSizes,
    blockSize: BLOCK_SIZE,
    ordered: plan.ordered && relates && !bulk,
    ...(plan.rowPage === undefined ? {} : { rowPage: plan.rowPage }),
    ...(relates && plan.chooses ? { choose: chosen(plan) } : {}),
    ...(creates ? { create: { label: type.label, fields: creatable(plan, context) } } : {}),
    canRemove: plan.removes && !bulk && (removeDeletes ? rights.delete : relates),
    removeDeletes,
    childRequired: rows.relation.childRequired,
    bulk,
  }
}

/** Several records are edited at once. */
export function isBulk({ item }: ComponentContext): boolean {
  return item.kind === 'records' && item.ids.length !== 1
}

/** A child that must belong to some record is not taken out of the list without an end. */
export function deletesRemoved({ rows }: RelatedPlan): boolean {
  return rows.kind === 'children' && rows.own?.required === true
}

/** The caller may change which rows there are: children say themselves to whom they belong, anything else the page's record does. */
async function mayRelate({ rows }: RelatedPlan, context: ComponentContext): Promise<boolean> {
  const { type, item, rightsOn } = context
  if (rows.kind === 'children') return rightsOn(rows.type).write && rows.own?.readOnly === false
  if (type === undefined || type.fields.get(rows.relation.field ?? '')?.readOnly === true) return false
  // seen from its other side, a relation is a change of the records that hold it
  if (!rows.relation.owned && !rightsOn(rows.related).write) return false
  if (item.kind === 'new') return context.mayCreate(type)
  const records = await context.records()
  return rightsOn(type).write && (records?.entities ?? []).every((entity) => entity._permissions?.can_write === true)
}

async function mayCreate({ rows, create }: RelatedPlan, relates: boolean, context: ComponentContext): Promise<boolean> {
  if (create === null) return false
  if (rows.kind === 'children') return rows.own?.readOnly === false && context.mayCreate(rows.type)
  if (!relates || rows.kind === 'links') return relates
  // one record that is made for several would be known to none of them yet
  return !isBulk(context) && context.mayCreate(rows.type)
}

function chosen({ rows, labelField }: RelatedPlan): NonNullable<RelatedListSchema['choose']> {
  const { related, other } = rows
  return {
    mediaType: related.name,
    labelPlural: related.labelPlural,
    labelField: other === null ? labelField : (related.nameField ?? 'id'),
    ...(other === null ? {} : { field: other.name }),
  }
}

function creatable({ createSchemas, type }: RelatedPlan, context: ComponentContext) {
  return withUnreadable(createSchemas, type, context)
}
