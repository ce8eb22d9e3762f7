import type { TextRow } from '../db/database.ts'
import type { ExportFormat } from './export-request.ts'

interface FormatText {
  readonly contentType: string
  readonly extension: string
  /** What stands before the rows. */
  readonly head: (columns: readonly string[]) => string
  readonly rows: (rows: readonly TextRow[]) => string
}

/** The texts of each format. */
export const FORMATS: Readonly<Record<ExportFormat, FormatText>> = {
  csv: {
    contentType: 'text/csv;charset=utf-8;header=present',
    extension: 'csv',
    head: csvLine,
    rows: (rows) => rows.map(csvLine).join(''),
  },
  ndjson: {
    contentType: 'application/x-ndjson',
    extension: 'ndjson',
    head: () => '',
    // JSON that is kept as it was written may hold line ends between its members
    rows: (rows) => rows.map(([line]) => `${line?.replaceAll(/[\r\n]/g, ' ')}\n`).join(''),
  },
}

/** By which a spreadsheet knows that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A row whose texts no spreadsheet takes for formulas: it shows the apostrophe of none that it was told is a text. */
export function harmless(row: TextRow, texts: readonly boolean[]): TextRow {
  return row.map((value, index) => (texts[index] && value !== null && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value))
}

/** A record of RFC 4180. An empty text is quoted and no value is not, which tells them apart. */
function csvLine(values: TextRow): string {
  return `${values.map(csvValue).join(',')}\r\n`
}

function csvValue(value: string | null): string {
  if (value === null) return ''
  return value === '' || /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
