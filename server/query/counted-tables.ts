import type { Catalog, MediaType, Relation } from '../catalog/catalog.ts'
import type { Predicate } from './plan.ts'

/** Tables that decide which records of a type a condition holds for; null when writes to one of them are not counted. */
export function countedTables(where: Predicate, type: MediaType, catalog: Catalog): readonly string[] | null {
  const tables = new Set<string>()
  const types = new Set([type])
  collect(where, type, catalog, tables, types)
  for (const { table, foreign } of types) {
    if (foreign) return null
    tables.add(table)
  }
  return [...tables].sort()
}

function collect(
  predicate: Predicate,
  type: MediaType,
  catalog: Catalog,
  links: Set<string>,
  types: Set<MediaType>,
): void {
  if (predicate.kind === 'all' || predicate.kind === 'any') {
    for (const part of predicate.of) collect(part, type, catalog, links, types)
  } else if (predicate.kind === 'not') {
    collect(predicate.of, type, catalog, links, types)
  } else if (predicate.kind === 'tree') {
    types.add(catalog.mediaTypes.get(predicate.tree) as MediaType)
  } else if (predicate.kind === 'related') {
    const relation = type.relations.get(predicate.relation) as Relation
    const related = catalog.mediaTypes.get(relation.to) as MediaType
    types.add(related)
    if (relation.via.kind === 'link') links.add(relation.via.table)
    collect(predicate.where, related, catalog, links, types)
  }
}
