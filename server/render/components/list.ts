import type { Entity, Envelope, Meta } from '../../../shared/envelope.ts'
import type { ListData, ListRow, ListSchema } from '../../../shared/page.ts'
import type { Catalog, MediaType } from '../../catalog/catalog.ts'
import { entitiesOf } from '../../data-api/client.ts'
import type { ComponentContext, ListState } from '../context.ts'
import { choiceLabels } from './choice-labels.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { textOption } from './configuration.ts'
import { fieldValue, includeQuery, labelsOf, labelTexts } from './labels.ts'
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
  const entities = entitiesOf(envelope, plan.type.name)
  const [texts, chosen] = await Promise.all([
    labelTexts(plan.labels, entities, [envelope], context),
    choiceLabels(plan.fields, entities, context),
  ])
  return {
    rows: rows(entities, plan, (entity) => ({ ...labelsOf(entity, plan.labels, texts), ...chosen(entity) }), context),
    ...paging(envelope),
    sort,
    filter: listState.filter ?? '',
  }
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

function rows(
  entities: readonly Entity[],
  { type, fields }: ListPlan,
  labels: (entity: Entity) => ListRow['labels'],
  { rightsOn }: ComponentContext,
): readonly ListRow[] {
  const rights = rightsOn(type)
  return entities.map((entity) => ({
    id: entity._id,
    etag: entity._etag,
    canWrite: rights.write && entity._permissions?.can_write === true,
    canDelete: rights.delete && entity._permissions?.can_delete === true,
    values: Object.fromEntries(fields.map((field) => [field.name, fieldValue(entity, field)])),
    labels: labels(entity),
  }))
}

function paging({ _meta }: Envelope): Pick<ListData, 'page' | 'pageSize' | 'pageCount' | 'rowCount'> {
  const { _page, _pageSize, _pageCount, _filterRowCount } = _meta as Meta
  return { page: _page, pageSize: _pageSize, pageCount: _pageCount, rowCount: _filterRowCount }
}
