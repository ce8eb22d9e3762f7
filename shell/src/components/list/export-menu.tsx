import { DownloadOutlined } from '@ant-design/icons'
import type { ListColumn, ListSchema } from '../../../../shared/page.ts'
import type { ExportFormat } from '../../api/export.ts'
import { MenuButton } from '../../interaction/menu-button.tsx'
import { exportSort, useExport } from './use-export.ts'

interface ExportMenuProps {
  readonly schema: ListSchema
  /** Those that are shown, in their order. */
  readonly columns: readonly ListColumn[]
  readonly filter: string
  readonly sort: string
}

const FORMATS: readonly { readonly key: ExportFormat; readonly label: string }[] = [
  { key: 'csv', label: 'CSV, for spreadsheets' },
  { key: 'ndjson', label: 'NDJSON, a record a line' },
]

/** The list as a file: its filter, its order and its columns, all pages. */
export function ExportMenu({ schema, columns, filter, sort }: ExportMenuProps) {
  const run = useExport()
  const query = {
    mediaType: schema.mediaType,
    fields: columns.map(({ name }) => name),
    filter,
    sort: exportSort(sort, schema.columns),
  }
  const entries = FORMATS.map(({ key, label }) => ({ key, label, onChoose: () => void run(query, key) }))
  return (
    <MenuButton
      label="Export"
      icon={<DownloadOutlined />}
      note={filter === '' ? 'All records, the columns shown' : 'Records that match, the columns shown'}
      entries={entries}
    />
  )
}
