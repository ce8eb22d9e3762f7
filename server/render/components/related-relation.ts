import type { Catalog, Field, MediaType, Relation } from '../../catalog/catalog.ts'

/**
 * What the rows of a related list are: records that refer to the page's own, the link objects that join it to others,
 * or the others themselves where nothing but the two is kept.
 */
export type RowKind = 'children' | 'links' | 'others'

export interface RelatedRows {
  readonly kind: RowKind
  readonly relation: Relation
  /** Media type of a row. */
  readonly type: MediaType
  /** The media type that the relation leads to: of the rows too, unless they are link objects. */
  readonly related: MediaType
  /** Field of the rows that names the page's record; null: the relation alone leads to them. */
  readonly own: Field | null
  /** Of link objects: the field that names the record at the other end. */
  readonly other: Field | null
  /** Of link objects: the field that holds their place. */
  readonly place: Field | null
  /** The relation keeps an order, seen from here. */
  readonly keepsOrder: boolean
}

/** The rows of a relation as the caller knows the catalog; null where it does not lead to many, or is hidden from it. */
export function relatedRows(name: string, from: MediaType, catalog: Catalog): RelatedRows | null {
  const relation = from.relations.get(name) ?? from.fields.get(name)?.relation ?? null
  if (relation === null || relation.cardinality !== 'many') return null
  const related = catalog.mediaTypes.get(relation.to)
  if (related === undefined) return null
  const { via } = relation
  const none = { relation, related, other: null, place: null, keepsOrder: false }
  if (via.kind !== 'link') {
    const own = columnField(related, via.column)
    return own === null ? null : { ...none, kind: 'children', type: related, own }
  }
  const keepsOrder = via.orderColumn !== null
  if (via.linkType === null) {
    return { ...none, kind: 'others', type: related, own: fieldBack(relation, related), keepsOrder }
  }
  const type = catalog.mediaTypes.get(via.linkType)
  const own = type && columnField(type, via.fromColumn)
  const other = type && columnField(type, via.toColumn)
  if (type === undefined || !own || !other) return null
  return { ...none, kind: 'links', type, own, other, place: columnField(type, via.orderColumn), keepsOrder }
}

function columnField({ fields }: MediaType, column: string | null): Field | null {
  return [...fields.values()].find((field) => field.stored && field.column === column) ?? null
}

/** The field by which the other side shows the same relation. */
function fieldBack(relation: Relation, related: MediaType): Field | null {
  const back = [...related.relations.values()].find(({ id, owned }) => id === relation.id && owned !== relation.owned)
  return related.fields.get(back?.field ?? '') ?? null
}
