import type { MetadataRows } from '../catalog/build.ts'
import { type ListedRelation, listedRelation, RELATED, renamedRelation } from '../catalog/related-lists.ts'
import type { NameChanges } from './name-changes.ts'

type ComponentRow = MetadataRows['components'][number]

/** What a related list is of, by present names; null for what is none, or of nothing any more. */
export function followedList(
  was: ComponentRow,
  before: MetadataRows,
  { types, fieldsOf }: NameChanges,
): { readonly name: string; readonly rowType: string } | null {
  const found = listOf(was, before)
  if (found === null) return null
  return renamedRelation(found.name, found, {
    mediaType: (name) => (types.has(name) ? (types.get(name) ?? null) : name),
    field: (type, name) => (fieldsOf(type).has(name) ? (fieldsOf(type).get(name) ?? null) : name),
  })
}

/** Related lists whose relation is gone: there is nothing that they could show. */
export function listsOfNothing(
  before: MetadataRows,
  after: MetadataRows,
  removed: readonly number[],
  names: NameChanges,
): readonly number[] {
  const left = new Set(after.relateds.flatMap(({ id }) => (removed.includes(id) ? [] : [id])))
  const stored = new Map(after.components.map((row) => [row.id, JSON.stringify(row.configuration)]))
  return before.components.flatMap((row) => {
    const found = listOf(row, before)
    if (found === null || stored.get(row.id) !== JSON.stringify(row.configuration)) return []
    return left.has(found.relation.id) && followedList(row, before, names) !== null ? [] : [row.id]
  })
}

function listOf(row: ComponentRow, before: MetadataRows): (ListedRelation & { readonly name: string }) | null {
  if (!RELATED.includes(row.type)) return null
  const { relation: name } = (row.configuration ?? {}) as { readonly relation?: unknown }
  const page = before.pages.find(({ page_key }) => page_key === row.page_key)
  const listed = listedRelation(row, page?.mediatype ?? null, before)
  return listed === null ? null : { ...listed, name: name as string }
}
