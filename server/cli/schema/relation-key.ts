import type { Row } from '../../catalog/build.ts'
import type { AdmRelateds } from '../../db/tables.ts'

type Key = Pick<
  Row<AdmRelateds>,
  'mediatype' | 'related_mediatype' | 'kind' | 'column_name' | 'link_table' | 'link_mediatype' | 'link_column'
>

/** The natural key of a declared relation: by which column of which table it is kept. */
export function relationKey(row: Key): string {
  if (row.kind === 'many-to-one' || row.kind === 'one-to-one') return `${row.mediatype}.${row.column_name}`
  if (row.kind === 'one-to-many') return `${row.mediatype}<${row.related_mediatype}.${row.column_name}`
  return `${row.mediatype}>${row.link_table ?? row.link_mediatype}.${row.link_column}`
}
