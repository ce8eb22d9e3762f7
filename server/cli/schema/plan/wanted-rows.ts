import type { MediaTypeDocument, MetadataDocument, PageDocument } from '../../../catalog/document.ts'
import {
  bundleRows,
  componentRows,
  fieldRows,
  mediaTypeRow,
  pageRow,
  relatedRows,
} from '../../../catalog/document-rows.ts'
import type { Path } from '../../../catalog/shapes/check-shape.ts'
import { emptied } from '../emptied.ts'
import { relationKey } from '../relation-key.ts'

/** The tables that a document is spread over, in the order their rows depend on one another. */
export const TABLES = [
  'adm_mediatypes',
  'adm_fields',
  'adm_relateds',
  'adm_pages',
  'adm_page_components',
  'adm_dictionary',
  'adm_remotes',
] as const

export type TableName = (typeof TABLES)[number]

/** A row's columns, JSON ones read, without those that every table has. */
export type Values = Readonly<Record<string, unknown>>

/** A row as the document asks for it. */
export interface WantedRow {
  readonly table: TableName
  /** By which it is found again. */
  readonly key: string
  /** For people. */
  readonly title: string
  readonly values: Values
  /** Its place in the document. */
  readonly path: Path
}

/** Columns of JSON; nothing in them is as good as an object or list without anything in it. */
export const JSON_COLUMNS: ReadonlySet<string> = new Set(['default_value', 'enum_values', 'props', 'configuration'])

export function wantedRows({ mediaTypes, pages, dictionary, bundles = [] }: MetadataDocument): readonly WantedRow[] {
  return [
    ...mediaTypes.flatMap((document, index) => typeRows(document, ['mediaTypes', index])),
    ...pages.flatMap((document, index) => pageRows(document, ['pages', index])),
    ...Object.entries(dictionary).flatMap(([language, texts]) =>
      Object.entries(texts).map(([key, text]) => {
        const values = { language, key, text }
        return row('adm_dictionary', values, ['dictionary', language, key])
      }),
    ),
    ...bundleRows(bundles).map((values, index) => row('adm_remotes', values, ['bundles', index])),
  ]
}

function typeRows(document: MediaTypeDocument, path: Path): readonly WantedRow[] {
  return [
    row('adm_mediatypes', mediaTypeRow(document), path),
    ...fieldRows(document).map((values, index) => row('adm_fields', values, [...path, 'fields', index])),
    ...relatedRows(document).map((values, index) => row('adm_relateds', values, [...path, 'relations', index])),
  ]
}

function pageRows(document: PageDocument, path: Path): readonly WantedRow[] {
  return [
    row('adm_pages', pageRow(document), path),
    ...componentRows(document).map((values, index) =>
      row('adm_page_components', values, [...path, 'components', index]),
    ),
  ]
}

function row(table: TableName, given: Values, path: Path): WantedRow {
  const values = Object.fromEntries(
    Object.entries(given).map(([column, value]) => [
      column,
      JSON_COLUMNS.has(column) && value !== null ? plainValue(column, JSON.parse(String(value))) : value,
    ]),
  )
  return { table, key: rowKey(table, values), title: rowTitle(table, values), values, path }
}

/** A value of a column in the one form it is compared in. */
export function plainValue(column: string, value: unknown): unknown {
  return JSON_COLUMNS.has(column) && column !== 'default_value' ? emptied(value) : (value ?? null)
}

/** The natural key of a row. */
export function rowKey(table: TableName, values: Values): string {
  if (table === 'adm_relateds') return relationKey(values as Parameters<typeof relationKey>[0])
  return JSON.stringify(KEYS[table].map((column) => values[column]))
}

const KEYS: Readonly<Record<Exclude<TableName, 'adm_relateds'>, readonly string[]>> = {
  adm_mediatypes: ['name'],
  adm_fields: ['mediatype', 'name'],
  adm_pages: ['page_key'],
  adm_page_components: ['page_key', 'component_key'],
  adm_dictionary: ['language', 'key'],
  adm_remotes: ['name'],
}

/** @example 'films.rating', 'films.director to people' */
export function rowTitle(table: TableName, values: Values): string {
  if (table !== 'adm_relateds') return KEYS[table].map((column) => String(values[column])).join(SEPARATORS[table])
  const { mediatype, related_mediatype: related, kind, column_name: column, field } = values
  const by = kind === 'one-to-many' || column === null ? field : column
  return `${mediatype}${by === null ? '' : `.${by}`} to ${related}`
}

const SEPARATORS: Readonly<Record<Exclude<TableName, 'adm_relateds'>, string>> = {
  adm_mediatypes: '',
  adm_fields: '.',
  adm_pages: '',
  adm_page_components: '/',
  adm_dictionary: ' ',
  adm_remotes: '',
}
