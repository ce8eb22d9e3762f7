import type { RelatedListData, RelatedListSchema } from '../../../shared/related-list.ts'
import type { ComponentContext, ListState } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { includeQuery } from './labels.ts'
import { byLabels } from './list.ts'
import { listData } from './list-rows.ts'
import { BLOCK_SIZE, type RelatedPlan, relatedPlan } from './related-plan.ts'
import { readRows } from './related-read.ts'
import { saveRelated } from './related-save.ts'
import { isBulk, relatedSchema } from './related-schema.ts'

/** The records of one relation of the page's record, a page of them at a time. */
export const relatedList: ComponentMapper = {
  name: 'relatedList',
  hidden,
  schema: (context) => relatedSchema(planOf(context), context),
  data,
  savable: (schema) => hasSomethingToSave(schema as RelatedListSchema),
  save: (edits, context) => saveRelated(planOf(context), edits, context),
}

function planOf(context: ComponentContext): RelatedPlan {
  const plan = relatedPlan(context)
  if (plan === null) throw new Error(`the list ${context.component.key} is of no relation that the caller knows`)
  return plan
}

/** What is added to several records is added to each, which a record that has one owner cannot be. */
function hidden(context: ComponentContext): boolean {
  if (context.item.kind === 'none') return true
  const plan = relatedPlan(context)
  if (plan === null || !context.rightsOn(plan.type).read || !context.rightsOn(plan.rows.related).read) return true
  return isBulk(context) && plan.rows.kind === 'children'
}

/** A new record has no rows yet, and several have none in common. */
async function data(context: ComponentContext): Promise<RelatedListData> {
  const plan = planOf(context)
  const { listState, item, catalog } = context
  const sort = plan.ordered ? plan.defaultSort : (listState.sort ?? plan.defaultSort)
  const query = { sort, filter: listState.filter ?? '' }
  const [id] = item.kind === 'records' ? item.ids : []
  if (id === undefined || isBulk(context)) {
    return { rows: [], page: 0, pageSize: plan.defaultPageSize, pageCount: 0, rowCount: 0, ...query }
  }
  const asked = {
    ...includeQuery(plan.labels),
    [`fields[${plan.type.name}]`]: plan.fields.map((field) => field.name).join(','),
    sort: sort === '' ? undefined : byLabels(sort, plan.type, catalog),
    page: listState.page,
    pageSize: pageSize(listState, plan),
    filter: query.filter,
    hideLinks: 1,
  }
  return listData(await readRows(plan, id, asked, context), plan, query, context)
}

function pageSize({ pageSize: asked }: ListState, { defaultPageSize }: RelatedPlan): string | number {
  if (asked === undefined) return defaultPageSize
  return /^\d+$/.test(asked) ? Math.min(Number(asked), BLOCK_SIZE) : asked
}

function hasSomethingToSave({ choose, create, canRemove, editable, ordered }: RelatedListSchema): boolean {
  return choose !== undefined || create !== undefined || canRemove || editable.length > 0 || ordered
}
