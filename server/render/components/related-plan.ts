import type { FieldSchema, ListColumn } from '../../../shared/page.ts'
import type { RelatedListSchema } from '../../../shared/related-list.ts'
import type { Catalog, Field, PageComponent } from '../../catalog/catalog.ts'
import { countOption, own, textOption, texts, textsOption } from './configuration.ts'
import { fieldSchema } from './field-schema.ts'
import { labelPlan } from './labels.ts'
import type { RowPlan } from './list-rows.ts'
import { DEFAULT_PAGE_SIZE, knownSort, listColumn, PAGE_SIZES, SHOWN_BY_DEFAULT } from './list-schema.ts'
import { plannedOnce } from './planned-once.ts'
import { type RelatedRows, relatedRows } from './related-relation.ts'

/** What a related list is, for every caller and record alike. */
export interface RelatedPlan extends RowPlan {
  readonly rows: RelatedRows
  /** The user sets the rows' order. */
  readonly ordered: boolean
  readonly columns: readonly ListColumn[]
  /** Names of columns that may be changed in place, where the caller may write. */
  readonly editable: readonly string[]
  /** Fields that a new row is filled in by; null: none is made here. */
  readonly create: readonly Field[] | null
  readonly createSchemas: readonly FieldSchema[]
  readonly chooses: boolean
  readonly removes: boolean
  readonly defaultSort: string
  readonly defaultPageSize: number
  readonly pageSizes: readonly number[]
  readonly labelField: string
  readonly rowPage?: NonNullable<RelatedListSchema['rowPage']>
  /** A filter that its rows pass, whatever else they are asked for by. */
  readonly filter: string
}

/** Most rows of one read: the largest page is never smaller, whatever it is set to (specification, "Limits"). */
export const BLOCK_SIZE = 250

/**
 * Plans a related list; once per catalog [PR22]. Null where the caller does not know the relation.
 *
 * @throws when its page has no media type or it names no relation.
 */
export const relatedPlan = plannedOnce((catalog, component, type): RelatedPlan | null => {
  const name = textOption(component, 'relation')
  if (type === undefined) throw new Error(`the page of the list ${component.key} has no media type`)
  if (name === undefined) throw new Error(`the list ${component.key} names no relation`)
  const rows = relatedRows(name, type, catalog)
  return rows === null ? null : makePlan(rows, component, catalog)
})

function makePlan(rows: RelatedRows, component: PageComponent, catalog: Catalog): RelatedPlan {
  const { type } = rows
  const ordered = component.type === 'orderedRelatedList' && isReadInOrder(rows)
  const shown = new Set(textsOption(component, 'columns') ?? defaultColumns(rows))
  const names = new Set([...shown, ...(textsOption(component, 'hidden') ?? [])])
  if (ordered && rows.place !== null) names.delete(rows.place.name)
  const listed = [...names].flatMap((column) => type.fields.get(column) ?? [])
  const columns = listed.map((field) => {
    const column = listColumn(field, shown.has(field.name), component, catalog)
    // an order that the user sets is shown in no other one
    return ordered ? { ...column, sortable: false } : column
  })
  const linked = columns.flatMap(({ props }) => type.fields.get(props.link?.id ?? '') ?? [])
  const create = createdFields(rows, listed, component)
  const pageSize = countOption(component, 'pageSize') ?? DEFAULT_PAGE_SIZE
  const defaultPageSize = ordered ? BLOCK_SIZE : Math.min(pageSize, BLOCK_SIZE)
  const rowPage = pageOfRow(rows, component, catalog)
  return {
    rows,
    type,
    ordered,
    fields: [...new Set([...listed, ...linked, ...(rows.other === null ? [] : [rows.other])])],
    labels: labelPlan([...new Set([...listed, ...(rows.other === null ? [] : [rows.other])])], type, catalog),
    columns,
    editable: columns.map(({ name }) => name).filter((name) => mayChange(name, rows, component)),
    create,
    createSchemas: (create ?? []).map((field) => fieldSchema(field, component, catalog)),
    chooses: own(component.configuration, 'choose') !== false,
    removes: own(component.configuration, 'remove') !== false,
    defaultSort: ordered ? placeSort(rows) : knownSort(textOption(component, 'defaultSort') ?? usualSort(rows), type),
    defaultPageSize,
    pageSizes: ordered
      ? [BLOCK_SIZE]
      : [...new Set([...PAGE_SIZES, defaultPageSize])].filter((size) => size <= BLOCK_SIZE).sort((a, b) => a - b),
    labelField: rows.other?.name ?? type.nameField ?? listed[0]?.name ?? 'id',
    ...(rowPage === undefined ? {} : { rowPage }),
    filter: textOption(component, 'filter') ?? '',
  }
}

/** Its rows can be had in the order that the relation keeps. */
function isReadInOrder({ kind, keepsOrder, place }: RelatedRows): boolean {
  return keepsOrder && (kind === 'others' || place !== null)
}

function defaultColumns({ type, own, other, place }: RelatedRows): readonly string[] {
  const apart = [own?.name, other?.name, place?.name]
  const rest = [...type.fields.keys()].filter((name) => !apart.includes(name)).slice(0, SHOWN_BY_DEFAULT)
  return [...(other === null ? [] : [other.name]), ...rest]
}

/** What joins a row to its record, and its place among others, is changed by choosing and moving. */
function joins({ own, other, place }: RelatedRows, name: string): boolean {
  return [own?.name, other?.name, place?.name].includes(name)
}

function mayChange(name: string, rows: RelatedRows, component: PageComponent): boolean {
  const field = rows.type.fields.get(name)
  return (
    texts(own(component.configuration, 'editable')).includes(name) && field?.readOnly === false && !joins(rows, name)
  )
}

/**
 * Of children those that are configured, else what is required and what is shown; of anything else only those that are
 * configured. A link object is made of the record that it leads to.
 */
function createdFields(rows: RelatedRows, listed: readonly Field[], component: PageComponent): readonly Field[] | null {
  const given = own(component.configuration, 'create')
  if (given === false || (!Array.isArray(given) && rows.kind !== 'children')) return null
  const required = [...rows.type.fields.values()].filter((field) => field.required)
  const asked = Array.isArray(given)
    ? texts(given).flatMap((name) => rows.type.fields.get(name) ?? [])
    : [...required, ...listed]
  const other = rows.other === null ? [] : [rows.other]
  const apart = [rows.own, rows.place]
  return [...new Set([...other, ...asked])].filter((field) => !field.readOnly && !apart.includes(field))
}

function pageOfRow(rows: RelatedRows, component: PageComponent, catalog: Catalog): RelatedPlan['rowPage'] {
  const pageKey = textOption(component, 'rowPageKey')
  const page = catalog.pages.get(pageKey ?? '')
  if (page === undefined) return undefined
  const leadsOn = rows.other !== null && page.mediaType !== rows.type.name
  return { pageKey: page.key, ...(leadsOn ? { field: rows.other?.name as string } : {}) }
}

/** Rows of a relation without link objects come in its order when no other one is asked for. */
function placeSort({ place }: RelatedRows): string {
  return place?.name ?? ''
}

function usualSort(rows: RelatedRows): string {
  if (rows.keepsOrder) return placeSort(rows)
  const name = rows.other ?? rows.type.fields.get(rows.type.nameField ?? '')
  return name?.stored && name.type.sortable ? name.name : ''
}
