import type { MetadataRows } from './build.ts'
import type { Relation } from './catalog.ts'
import { directions } from './relations.ts'

/** Components that list the records of one relation of their page's record. */
export const RELATED_LISTS: readonly string[] = ['relatedList', 'orderedRelatedList', 'asyncRelatedList']

export interface ListedRelation {
  readonly relation: Relation
  /** Media type of the rows: what the relation leads to, or the link objects that join it. */
  readonly rowType: string
}

/** The relation that a list on a page of this media type is of: to many, by its field or `_links` key; null: none is. */
export function listedRelation(
  name: unknown,
  mediaType: string | null,
  { relateds, fields }: Pick<MetadataRows, 'relateds' | 'fields'>,
): ListedRelation | null {
  const relation = relateds
    .flatMap((row) => directions(row, fields))
    .find((each) => each.from === mediaType && (each.key === name || each.field === name))
  if (relation === undefined || relation.cardinality !== 'many') return null
  return { relation, rowType: rowTypeOf(relation) }
}

function rowTypeOf({ via, to }: Relation): string {
  return via.kind === 'link' && via.linkType !== null ? via.linkType : to
}

export interface Renames {
  readonly mediaType: (name: string) => string | null
  /** A field by the present name of its media type. */
  readonly field: (mediaType: string, name: string) => string | null
}

/** What the relation and its rows are called when names have changed; null where something of it is gone. */
export function renamedRelation(
  name: string,
  { relation, rowType }: ListedRelation,
  { mediaType, field }: Renames,
): { readonly name: string; readonly rowType: string } | null {
  const [from, to, rows] = [relation.from, relation.to, rowType].map(mediaType)
  if (from == null || to == null || rows == null) return null
  if (relation.field === name) {
    const renamed = field(from, name)
    return renamed === null ? null : { name: renamed, rowType: rows }
  }
  const { via } = relation
  const column = name.slice(relation.to.length + 1, -1)
  const kept = via.kind === 'link' && via.linkType === null
  const renamed = kept ? column : field(rows, column)
  return renamed === null ? null : { name: `${to}[${renamed}]`, rowType: rows }
}
