import type { TableName } from './wanted-rows.ts'

/** What a document calls the columns of the metadata tables, where it is not the column's name in camel case. */
const MEMBERS: Readonly<Record<TableName, Readonly<Record<string, string>>>> = {
  adm_mediatypes: {
    table_name: 'table',
    is_foreign: 'foreign',
    key_column: 'foreign',
    version_source: 'foreign',
    inserted_column: 'foreign',
  },
  adm_fields: { column_name: 'column', is_unique: 'unique', sort_order: 'order' },
  adm_relateds: {
    related_mediatype: 'related',
    column_name: 'column',
    link_mediatype: 'linkMediaType',
    is_child_required: 'childRequired',
  },
  adm_pages: { page_key: 'key', mediatype: 'mediaType', parent_page_key: 'parentKey' },
  adm_page_components: { component_key: 'key', sort_order: 'order' },
  adm_dictionary: {},
  adm_remotes: { sort_order: 'order', is_enabled: 'enabled' },
}

export function documentMember(table: TableName, column: string): string {
  const own = MEMBERS[table]
  return Object.hasOwn(own, column)
    ? (own[column] as string)
    : column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
