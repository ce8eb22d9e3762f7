import type { Catalog, Field, MediaType, Relation } from '../catalog/catalog.ts'
import type { Problem } from '../errors.ts'
import { type BoundColumn, initialColumn, readColumn, required } from './bind-write.ts'
import { escaped, problem } from './body.ts'

/** Values that a member of a link-object relation gives to the object that joins the two records. */
export function bindLinkFields(
  value: Readonly<Record<string, unknown>>,
  relation: Relation,
  catalog: Catalog,
  pointer: string,
  problems: Problem[],
): readonly BoundColumn[] {
  const columns: BoundColumn[] = []
  for (const [name, given] of Object.entries(value)) {
    if (name === '_id' || name === '_lid' || name === '_type') continue
    const own = `${pointer}/${escaped(name)}`
    const link = linkTypeOf(relation, catalog)
    const field = link === null ? undefined : ownFields(link, relation).find((candidate) => candidate.name === name)
    if (link === null || relation.cardinality === 'one') {
      problems.push(problem(own, 'expected no more than the id: nothing but the two records is kept of this relation'))
    } else if (field === undefined) {
      problems.push({ code: 'UNKNOWN_FIELD', pointer: own, detail: `${link.name} has no such field of its own` })
    } else {
      const column = readColumn(field, given, own, 'update', problems)
      if (column !== null) columns.push(column)
    }
  }
  return columns
}

/** What a new link object is written with: the values given, defaults, and a problem for whatever is required besides. */
export function newLinkColumns(
  link: MediaType,
  relation: Relation,
  given: readonly BoundColumn[],
  pointer: string,
  problems: Problem[],
): readonly BoundColumn[] {
  const columns = [...given]
  for (const field of ownFields(link, relation)) {
    if (given.some((column) => column.field.name === field.name)) continue
    const initial = initialColumn(field, pointer)
    if (initial !== null) columns.push(initial)
    else if (field.required) problems.push(required(field, pointer))
  }
  return columns
}

export function linkTypeOf({ via }: Relation, catalog: Catalog): MediaType | null {
  return via.kind === 'link' && via.linkType !== null ? (catalog.mediaTypes.get(via.linkType) ?? null) : null
}

/** The fields of a link object that say more than which records it joins, and in which order. */
function ownFields(link: MediaType, { via }: Relation): readonly Field[] {
  if (via.kind !== 'link') return []
  const joining = [via.fromColumn, via.toColumn, via.orderColumn]
  return [...link.fields.values()].filter(
    (field) => field.stored && field.relation === null && !joining.includes(field.column),
  )
}
