import { buildCatalog } from './build.ts'
import type { Catalog } from './catalog.ts'
import type { MediaTypeDocument } from './document.ts'
import { fieldRows, mediaTypeRow, relatedRows } from './document-rows.ts'

/** Ids of rows by what they are called in a test, so that another name can be the same row. */
export type Identities = Readonly<Record<string, number>>

/**
 * The catalog of documents alone. A media type or field is a row of its own by `identities`: `films`, or
 * `films.rating`; without an entry it is known by its name.
 */
export function catalogOf(documents: readonly MediaTypeDocument[], identities: Identities = {}): Catalog {
  const none = { version: 1, dateins: 0 }
  const parsed = <T extends object>(row: T) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        ['default_value', 'enum_values', 'props'].includes(name) && value !== null ? JSON.parse(String(value)) : value,
      ]),
    )
  const mediaTypes = documents.map((document) => ({
    ...none,
    ...mediaTypeRow(document),
    id: identities[document.name] ?? 0,
    has_file: false,
    block_write: false,
    block_delete: false,
    block_create: false,
    is_system: false,
    is_foreign: false,
    key_column: 'id',
    version_source: 'version',
    inserted_column: null,
  }))
  const fields = documents.flatMap(fieldRows).map((row) => ({
    ...none,
    ...parsed(row),
    id: identities[`${row.mediatype}.${row.name}`] ?? 0,
    column_type: null,
  }))
  const relateds = documents.flatMap(relatedRows).map((row) => ({
    ...none,
    ...row,
    id: identities[`${row.mediatype}.${row.field ?? row.column_name}`] ?? 0,
  }))
  const rows = { revision: 0, mediaTypes, fields, relateds, pages: [], components: [] }
  return buildCatalog(rows as unknown as Parameters<typeof buildCatalog>[0])
}
