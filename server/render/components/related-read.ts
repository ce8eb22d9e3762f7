import type { EntityId, Envelope } from '../../../shared/envelope.ts'
import type { FilterNode } from '../../../shared/filter-ast.ts'
import { parseFilter } from '../../../shared/filter-parse.ts'
import { conjunction, printFilter, term } from '../../../shared/filter-print.ts'
import type { ReadQuery } from '../../data-api/client.ts'
import type { ComponentContext } from '../context.ts'
import type { RelatedPlan } from './related-plan.ts'
import type { RelatedRows } from './related-relation.ts'

/** Reads rows of one record, a page at most, as the caller: with the query's filter besides what makes them its rows. */
export async function readRows(
  plan: Pick<RelatedPlan, 'rows' | 'filter'>,
  id: EntityId,
  query: ReadQuery,
  context: ComponentContext,
): Promise<Envelope> {
  const { rows } = plan
  const asked = String(query.filter ?? '')
  if (rows.own !== null && rows.kind !== 'others') {
    const filter = joined([term(rows.own.name, 'eq', String(id))], [plan.filter, asked])
    return context.readList(rows.type, { ...query, filter })
  }
  const { name } = context.type as NonNullable<typeof context.type>
  const filter = joined([], [plan.filter, asked])
  // by the relation's own key, which other relations to the same media type do not have
  return context.dataApi.readRelated(name, id, rows.relation.key, { ...query, filter })
}

/** The terms and the filters together; one that cannot be read goes alone, for the data API to tell what is wrong. */
function joined(terms: readonly FilterNode[], texts: readonly string[]): string | undefined {
  const nodes: FilterNode[] = [...terms]
  for (const text of texts) {
    try {
      const node = parseFilter(text)
      if (node !== null) nodes.push(node)
    } catch {
      return text
    }
  }
  const whole = conjunction(nodes)
  return whole === null ? undefined : printFilter(whole)
}

/** The ids that the page's record names under the relation, in its order. */
export async function relatedIds(
  { relation }: RelatedRows,
  id: EntityId,
  { type, dataApi }: ComponentContext,
): Promise<readonly EntityId[]> {
  const name = (type as NonNullable<typeof type>).name
  const envelope = await dataApi.readOne(name, id, { fields: relation.key, hideMeta: 1, hideLinks: 1 })
  const [entity] = (envelope[name] ?? []) as readonly { readonly _links?: Readonly<Record<string, unknown>> }[]
  const ids = entity?._links?.[relation.key]
  return Array.isArray(ids) ? ids : []
}
