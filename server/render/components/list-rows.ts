import type { Entity, Envelope, Meta } from '../../../shared/envelope.ts'
import type { ListData, ListRow } from '../../../shared/page.ts'
import { entitiesOf } from '../../data-api/client.ts'
import type { ComponentContext } from '../context.ts'
import { choiceLabels } from './choice-labels.ts'
import { fieldValue, labelsOf, labelTexts } from './labels.ts'
import type { ListPlan } from './list-schema.ts'

/** What a page of rows is made of: whose records they are, and what is read and shown of each. */
export type RowPlan = Pick<ListPlan, 'type' | 'fields' | 'labels'>

/** A page of rows as a read gave it. */
export async function listData(
  envelope: Envelope,
  plan: RowPlan,
  query: Pick<ListData, 'sort' | 'filter'>,
  context: ComponentContext,
): Promise<ListData> {
  const entities = entitiesOf(envelope, plan.type.name)
  const [texts, chosen] = await Promise.all([
    labelTexts(plan.labels, entities, [envelope], context),
    choiceLabels(plan.fields, entities, context),
  ])
  const labels = (entity: Entity) => ({ ...labelsOf(entity, plan.labels, texts), ...chosen(entity) })
  return { rows: rows(entities, plan, labels, context), ...paging(envelope), ...query }
}

function rows(
  entities: readonly Entity[],
  { type, fields }: RowPlan,
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
