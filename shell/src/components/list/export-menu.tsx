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

const KINDS: readonly ExportKind[] = [
  { format: 'csv', names: true, label: 'CSV, for spreadsheets' },
  { format: 'ndjson', names: true, label: 'NDJSON, a record a line' },
  { format: 'csv', names: false, label: 'CSV with ids, to import again' },
  { format: 'ndjson', names: false, label: 'NDJSON with ids' },
]

interface ExportKind {
  readonly format: ExportFormat
  /** Related records as they are shown; otherwise by their ids. */
  readonly names: boolean
  readonly label: string
}

/** The list as a file: its filter, its order and its columns, all pages. */
export function ExportMenu({ schema, columns, filter, sort }: ExportMenuProps) {
  const run = useExport()
  const query = {
    mediaType: schema.mediaType,
    fields: columns.map(({ name }) => name),
    filter,
    sort: exportSort(sort, schema.columns),
  }
  const entries = KINDS.map(({ format, names, label }) => ({
    key: label,
    label,
    onChoose: () => void run({ ...query, names }, format),
  }))
  return (
    <MenuButton
      label="Export"
      icon={<DownloadOutlined />}
      note={filter === '' ? 'All records, the columns shown' : 'Records that match, the columns shown'}
      entries={entries}
    />
  )
}
