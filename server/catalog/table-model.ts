import type { Catalog, Field, MediaType, Relation } from './catalog.ts'
import { columnIndexes, type IndexModel, linkIndexes } from './column-indexes.ts'
import { sqlValue } from './sql-value.ts'

/** A table as it is to stand in the database: what `table-changes.ts` compares. */
export interface TableModel {
  /** Records of a media type, or the pairs of a many-to-many relation. */
  readonly kind: 'records' | 'links'
  /** Row in `adm_mediatypes` or `adm_relateds`; undefined: of a document. */
  readonly id: number | undefined
  readonly name: string
  /** For people: `films`, or `films.tags` of a relation. */
  readonly title: string
  readonly columns: readonly ColumnModel[]
  /** Media types at both ends, of a table of links. */
  readonly ends: readonly MediaType[]
}

export interface ColumnModel {
  /** Row in `adm_fields`; in a table of links the column's part. */
  readonly id: number | LinkColumn | undefined
  readonly name: string
  /** The field it holds; null: a column of a table of links. */
  readonly field: Field | null
  readonly sqlType: string
  readonly required: boolean
  /** The default value as SQL, for records there are already; null: there is none. */
  readonly fill: string | null
  readonly indexes: readonly IndexModel[]
  readonly reference: Reference | null
}

export type LinkColumn = 'from' | 'to' | 'order'

/** A foreign key to the id of another table. */
export interface Reference {
  readonly target: MediaType
  readonly onDelete: 'restrict' | 'set-null' | 'cascade'
}

/** Whether a media type's table is Marquee's to change: tables that were there before and its own are not. */
export function isOwn({ foreign, system }: MediaType): boolean {
  return !foreign && !system
}

/** Every table that a catalog asks for, those of foreign and system media types left out. */
export function tablesOf(catalog: Catalog): readonly TableModel[] {
  const own = [...catalog.mediaTypes.values()].filter(isOwn)
  return own.flatMap((type) => [recordTable(type, catalog), ...linkTables(type, catalog)])
}

function recordTable(type: MediaType, catalog: Catalog): TableModel {
  const stored = [...type.fields.values()].filter((field) => field.stored)
  const columns = stored.map(
    (field): ColumnModel => ({
      id: field.id,
      name: field.column,
      field,
      sqlType: field.type.sqlType(field),
      required: field.required,
      fill: fillOf(field),
      indexes: columnIndexes(type, field),
      reference: referenceOf(field, catalog),
    }),
  )
  return { kind: 'records', id: type.id, name: type.table, title: type.name, columns, ends: [] }
}

function fillOf(field: Field): string | null {
  if (field.defaultValue === null) return null
  const read = field.type.parseJson(field.defaultValue, field)
  return read.ok && read.value !== null ? sqlValue(read.value, field.type.parameterType) : null
}

/** A key to a table that was there before would change that one: its relations are kept by Marquee alone. */
function referenceOf({ relation }: Field, catalog: Catalog): Reference | null {
  const target = relation === null ? undefined : catalog.mediaTypes.get(relation.to)
  return relation === null || target === undefined || target.foreign ? null : { target, onDelete: relation.onDelete }
}

/** The joining tables of many-to-many relations that a media type declares and that have no media type of their own. */
function linkTables(type: MediaType, catalog: Catalog): readonly TableModel[] {
  return [...type.relations.values()].flatMap((relation) => {
    const target = catalog.mediaTypes.get(relation.to)
    const { via } = relation
    if (!relation.owned || via.kind !== 'link' || via.linkType !== null || target === undefined) return []
    const order = via.orderColumn === null ? [] : [linkColumn('order', via.orderColumn, null)]
    const columns = [
      linkColumn('from', via.fromColumn, type),
      { ...linkColumn('to', via.toColumn, target), indexes: linkIndexes(via.fromColumn) },
      ...order,
    ]
    const title = `${type.name}.${relation.field ?? relation.to}`
    return [{ kind: 'links', id: linkId(type, relation), name: via.table, title, columns, ends: [type, target] }]
  })
}

function linkId(type: MediaType, { id }: Relation): number | undefined {
  return type.id === undefined || id === 0 ? undefined : id
}

function linkColumn(id: LinkColumn, name: string, target: MediaType | null): ColumnModel {
  return {
    id,
    name,
    field: null,
    sqlType: target === null ? 'integer' : 'bigint',
    required: true,
    fill: target === null ? '0' : null,
    indexes: [],
    reference: target === null || target.foreign ? null : { target, onDelete: 'cascade' },
  }
}
