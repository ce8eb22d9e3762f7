import type { MetadataRows } from '../catalog/build.ts'
import type { Subject } from '../catalog/table-change.ts'

export type MetadataTable = Subject['table']

const TABLES: Readonly<Record<MetadataTable, keyof Omit<MetadataRows, 'revision'>>> = {
  adm_mediatypes: 'mediaTypes',
  adm_fields: 'fields',
  adm_relateds: 'relateds',
  adm_pages: 'pages',
  adm_page_components: 'components',
}

/** Whether a media type is a table that the catalog is built of. */
export function isMetadataTable(name: string): name is MetadataTable {
  return Object.hasOwn(TABLES, name)
}

export function rowsOf(rows: MetadataRows, table: MetadataTable): readonly { readonly id: number }[] {
  return rows[TABLES[table]]
}
