import type { FieldSchema } from '../../../shared/page.ts'
import type { Catalog, Field, MediaType, PageComponent, Relation } from '../../catalog/catalog.ts'
import type { ReadQuery } from '../../data-api/client.ts'
import { textOption, textsOption } from './configuration.ts'
import { fieldSchema } from './field-schema.ts'
import { includeQuery, type LabelPlan, labelPlan } from './labels.ts'
import { plannedOnce } from './planned-once.ts'
import { type RelatedRows, relatedRows } from './related-relation.ts'

/** What a choice of related records is, for every caller and record alike. */
export interface ChoicePlan {
  readonly relation: Relation
  readonly type: MediaType
  /** Field of the page's media type that is the relation; null: it has none on this side. */
  readonly own: Field | null
  readonly field: FieldSchema
  /** Fields shown beside the labels. */
  readonly columns: readonly Field[]
  readonly columnSchemas: readonly FieldSchema[]
  readonly labels: LabelPlan
  /** Of a relation to many: how its records are read. */
  readonly rows: RelatedRows | null
  /** Of a to-one relation that the related record holds: its field that names the page's record. */
  readonly back: Field | null
  /** What is asked of each related record. */
  readonly query: ReadQuery
}

/** Plans the choice; once per catalog [PR22]. Null where the caller does not know the relation. */
export const choicePlan = plannedOnce((catalog, component, type): ChoicePlan | null =>
  type === undefined ? null : makePlan(catalog, component, type),
)

function makePlan(catalog: Catalog, component: PageComponent, from: MediaType): ChoicePlan | null {
  const name = textOption(component, 'relation') ?? ''
  const relation = from.fields.get(name)?.relation ?? from.relations.get(name)
  const type = catalog.mediaTypes.get(relation?.to ?? '')
  if (relation === undefined || type === undefined) return null
  const rows = relation.cardinality === 'many' ? recordsOf(relation, from, catalog) : null
  const back = relation.via.kind === 'reverse' ? heldBy(type, relation.via.column) : null
  if (relation.cardinality === 'many' ? rows === null : relation.via.kind === 'reverse' && back === null) return null
  const columns = (textsOption(component, 'columns') ?? []).flatMap((column) => type.fields.get(column) ?? [])
  const labels = labelPlan(columns, type, catalog)
  const own = from.fields.get(relation.field ?? '') ?? null
  const asked = ['id', ...(type.nameField === null ? [] : [type.nameField]), ...columns.map((column) => column.name)]
  return {
    relation,
    type,
    own,
    field: own === null ? withoutField(relation, type, component) : fieldSchema(own, component, catalog),
    columns,
    columnSchemas: columns.map((column) => fieldSchema(column, component, catalog)),
    labels,
    rows,
    back,
    query: { ...includeQuery(labels), [`fields[${type.name}]`]: [...new Set(asked)].join(','), hideLinks: 1 },
  }
}

/** The records at the other end, also where link objects stand between. */
function recordsOf(relation: Relation, from: MediaType, catalog: Catalog): RelatedRows | null {
  const rows = relatedRows(relation.key, from, catalog)
  if (rows === null || rows.kind !== 'links') return rows
  return { ...rows, kind: 'others', type: rows.related, own: null, other: null, place: null, keepsOrder: false }
}

function heldBy({ fields }: MediaType, column: string): Field | null {
  return [...fields.values()].find((field) => field.stored && field.column === column) ?? null
}

/** A relation that only the other side has a field for. */
function withoutField(relation: Relation, type: MediaType, component: PageComponent): FieldSchema {
  return {
    name: relation.key,
    type: 'Related',
    widget: 'related',
    label: component.title ?? (relation.cardinality === 'many' ? type.labelPlural : type.label),
    required: false,
    readOnly: false,
    relatedMediaType: type.name,
    ...(type.nameField === null ? {} : { relatedLabelField: type.nameField }),
    linkKey: relation.key,
    multiple: relation.cardinality === 'many',
    props: {},
    validation: {},
  }
}
