import type { Metadata } from '../metadata.ts'
import type { Renames } from './renames.ts'
import { plainValue, rowKey, rowTitle, TABLES, type TableName, type Values, type WantedRow } from './wanted-rows.ts'

/** A row that is there. */
export interface StoredRow {
  readonly table: TableName
  readonly id: number
  /** The natural key it will have once everything is renamed. */
  readonly key: string
  readonly title: string
  /** What its columns hold once its media types are renamed, which the database does to all that refers to them. */
  readonly values: Values
  /** Of Marquee itself. */
  readonly system: boolean
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** The rows of the metadata in the form they are compared in. */
export function storedRows(metadata: Metadata, renames: Renames): readonly StoredRow[] {
  const newNames = new Map([...renames.types].map(([name, old]) => [old, name]))
  const renamed = (name: unknown): unknown => newNames.get(name as string) ?? name
  const system = new Set(metadata.mediaTypes.flatMap(({ name, is_system }) => (is_system ? [name] : [])))
  const toMany = new Set(metadata.relateds.map(({ mediatype, field }) => `${mediatype}.${field}`))
  const rowsOf: Readonly<Record<TableName, Rows>> = {
    adm_mediatypes: metadata.mediaTypes,
    adm_fields: metadata.fields.map((row) => ({
      ...row,
      column_name: row.column_name ?? (toMany.has(`${row.mediatype}.${row.name}`) ? null : row.name),
    })),
    adm_relateds: metadata.relateds,
    adm_pages: metadata.pages,
    adm_page_components: metadata.components,
    adm_dictionary: metadata.dictionary,
    adm_remotes: metadata.remotes,
  } as unknown as Readonly<Record<TableName, Rows>>
  return TABLES.flatMap((table) =>
    rowsOf[table].map(({ id, version: _version, dateins: _dateins, is_system: _system, ...given }) => {
      const owner = table === 'adm_mediatypes' ? given.name : given.mediatype
      const values: Values = Object.fromEntries(
        Object.entries(given).map(([column, value]) => [
          column,
          TYPE_COLUMNS[table]?.includes(column) ? renamed(value) : plainValue(column, value),
        ]),
      )
      return {
        table,
        id: id as number,
        key: futureKey(table, values, renames, newNames),
        title: rowTitle(table, values),
        values,
        system:
          (table === 'adm_mediatypes' || table === 'adm_fields' || table === 'adm_relateds') &&
          system.has(owner as string),
      }
    }),
  )
}

/** Columns that name a media type and follow it: foreign keys on update cascade. */
const TYPE_COLUMNS: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  adm_fields: ['mediatype'],
  adm_relateds: ['mediatype', 'related_mediatype', 'link_mediatype'],
  adm_pages: ['mediatype'],
}

function futureKey(
  table: TableName,
  values: Values,
  { fields }: Renames,
  newNames: ReadonlyMap<string, string>,
): string {
  if (table === 'adm_mediatypes') {
    return rowKey(table, { ...values, name: newNames.get(values.name as string) ?? values.name })
  }
  if (table === 'adm_fields') {
    const renames = [...(fields.get(values.mediatype as string) ?? [])]
    const name = renames.find(([, old]) => old === values.name)?.[0] ?? values.name
    return rowKey(table, { ...values, name })
  }
  return rowKey(table, values)
}

/** Columns of own tables that are to be called otherwise: by media type, old names to new ones. */
export type ColumnNames = ReadonlyMap<string, ReadonlyMap<string, string>>

export function renamedColumns(pairs: readonly (readonly [WantedRow, StoredRow])[]): ColumnNames {
  const names = new Map<string, Map<string, string>>()
  for (const [wanted, stored] of pairs) {
    const [before, after] = [stored.values.column_name, wanted.values.column_name]
    if (stored.table !== 'adm_fields' || before === after || before === null || after === null) continue
    const type = wanted.values.mediatype as string
    const own = names.get(type) ?? new Map<string, string>()
    names.set(type, own.set(before as string, after as string))
  }
  return names
}

/** The key of a relation whose columns are renamed along with their fields. */
export function relationKeyAfter({ values }: StoredRow, columns: ColumnNames): string {
  const { mediatype, related_mediatype: related, kind, link_mediatype: link } = values
  const renamed = (type: unknown, column: unknown): unknown =>
    columns.get(type as string)?.get(column as string) ?? column
  return rowKey('adm_relateds', {
    ...values,
    column_name: renamed(kind === 'one-to-many' ? related : mediatype, values.column_name),
    link_column: renamed(link, values.link_column),
  })
}
