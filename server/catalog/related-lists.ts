import type { MetadataRows } from './build.ts'
import type { Relation } from './catalog.ts'
import { directions } from './relations.ts'

/** Components that list the records of one relation of their page's record. */
export const RELATED_LISTS: readonly string[] = ['relatedList', 'orderedRelatedList', 'asyncRelatedList']

/** Components that show records of one relation of their page's record. */
export const RELATED: readonly string[] = [...RELATED_LISTS, 'relatedForm', 'relatedAutoComplete']

export interface ListedRelation {
  readonly relation: Relation
  /** Media type of the rows: what the relation leads to, or the link objects that join it. */
  readonly rowType: string
}

/**
 * The relation that a component on a page of this media type is of, by its field or `_links` key; null: none is, or none
 * that leads to as many as the component shows.
 */
export function listedRelation(
  { type, configuration }: { readonly type: string; readonly configuration?: unknown },
  mediaType: string | null,
  { relateds, fields }: Pick<MetadataRows, 'relateds' | 'fields'>,
): ListedRelation | null {
  const { relation: name } = (configuration ?? {}) as { readonly relation?: unknown }
  const relation = relateds
    .flatMap((row) => directions(row, fields))
    .find((each) => each.from === mediaType && (each.key === name || each.field === name))
  if (relation === undefined) return null
  if (type === 'relatedAutoComplete') return { relation, rowType: relation.to }
  if (type === 'relatedForm') return relation.cardinality === 'one' ? { relation, rowType: relation.to } : null
  return relation.cardinality === 'many' ? { relation, rowType: rowTypeOf(relation) } : null
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
  const holder = via.kind === 'link' && via.linkType !== null ? mediaType(via.linkType) : rows
  if (holder === null) return null
  const renamed = kept ? column : field(holder, column)
  return renamed === null ? null : { name: `${to}[${renamed}]`, rowType: rows }
}
