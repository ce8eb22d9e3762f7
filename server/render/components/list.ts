import type { ListData, ListSchema } from '../../../shared/page.ts'
import type { Catalog, MediaType } from '../../catalog/catalog.ts'
import type { ComponentContext, ListState } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { textOption } from './configuration.ts'
import { includeQuery } from './labels.ts'
import { listData } from './list-rows.ts'
import { type ListPlan, listPlan } from './list-schema.ts'
import { readableColumns } from './unreadable.ts'

/** The records of a media type, page by page. */
export const list: ComponentMapper = {
  name: 'list',
  followsListState: true,
  schema,
  data,
  newPageKey: (component) => textOption(component, 'editPageKey'),
}

async function schema(context: ComponentContext): Promise<ListSchema> {
  const plan = listPlan(context)
  return {
    ...plan.schema,
    columns: readableColumns(plan.schema.columns, plan.type, context),
    canCreate: await context.mayCreate(plan.type),
  }
}

async function data(context: ComponentContext): Promise<ListData> {
  const plan = listPlan(context)
  const { listState } = context
  const sort = listState.sort ?? plan.schema.defaultSort
  const envelope = await context.readList(plan.type, {
    ...includeQuery(plan.labels),
    [`fields[${plan.type.name}]`]: plan.fields.map((field) => field.name).join(','),
    sort: sort === '' ? undefined : byLabels(sort, plan.type, context.catalog),
    ...pageOf(listState, plan),
    filter: listState.filter,
    hideLinks: 1,
  })
  return listData(envelope, plan, { sort, filter: listState.filter ?? '' }, context)
}

function pageOf({ page, pageSize }: ListState, { schema }: ListPlan) {
  return { page, pageSize: pageSize ?? schema.defaultPageSize }
}

const SORT_KEY = /^(-?)(\w+)$/

/** To sort by a relation is to sort by what is shown of it, its label. */
export function byLabels(sort: string, type: MediaType, catalog: Catalog): string {
  const key = (text: string): string => {
    const [, minus, name] = SORT_KEY.exec(text.trim()) ?? []
    const relation = type.fields.get(name ?? '')?.relation
    if (!relation || relation.cardinality === 'many') return text
    const related = catalog.mediaTypes.get(relation.to)
    const label = related?.fields.get(related.nameField ?? '')
    return label?.stored && label.type.sortable ? `${minus}${name}[${label.name}]` : text
  }
  return sort.split(',').map(key).join(',')
}
