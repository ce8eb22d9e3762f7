import type { Entity, EntityId } from '../../shared/envelope.ts'
import type { SourceNode } from '../../shared/page.ts'
import { type DataApiClient, entitiesOf, type ReadQuery } from '../data-api/client.ts'

/** More than any largest page: the data API makes of it the largest it has. */
const AS_MANY_AS_MAY_BE = 1_000_000
const QUERY: ReadQuery = { fields: 'name,parent', sort: 'name', pageSize: AS_MANY_AS_MAY_BE, hideLinks: 1 }

/** The tree of all sources that the caller may read, siblings by name, in as few reads as paging needs. */
export async function readSourceTree(dataApi: Pick<DataApiClient, 'readList'>): Promise<readonly SourceNode[]> {
  const first = await dataApi.readList('sources', { ...QUERY, page: 0 })
  const further = Math.max((first._meta?._pageCount ?? 1) - 1, 0)
  const others = await Promise.all(
    Array.from({ length: further }, (_, index) => dataApi.readList('sources', { ...QUERY, page: index + 1 })),
  )
  return sourceTree([first, ...others].flatMap((envelope) => entitiesOf(envelope, 'sources')))
}

/**
 * Builds the tree, siblings in the order they came. A source whose parent is not among them is a root, and so is the
 * first of those that are each other's ancestors.
 */
function sourceTree(entities: readonly Entity[]): readonly SourceNode[] {
  const known = new Map(entities.map((entity) => [entity._id, entity]))
  const childrenOf = Map.groupBy(known.values(), (entity) => parentIn(known, entity))
  const placed = new Set<EntityId>()
  const node = (entity: Entity): SourceNode => {
    placed.add(entity._id)
    const children = (childrenOf.get(entity._id) ?? []).filter(({ _id }) => !placed.has(_id)).map(node)
    return { id: entity._id, title: String(entity.name ?? `#${entity._id}`), children }
  }
  const roots = (childrenOf.get(null) ?? []).map(node)
  const circling = [...known.values()].flatMap((entity) => (placed.has(entity._id) ? [] : [node(entity)]))
  return [...roots, ...circling]
}

function parentIn(known: ReadonlyMap<EntityId, Entity>, entity: Entity): EntityId | null {
  const parent = entity._links?.parent
  return typeof parent === 'number' && known.has(parent) ? parent : null
}
