import { requestFile } from './client.ts'

/** Media types by which the data API is asked for a list as a file (docs/export.md). */
export const EXPORT_FORMATS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type ExportFormat = keyof typeof EXPORT_FORMATS

export interface ExportQuery {
  readonly mediaType: string
  readonly fields: readonly string[]
  readonly filter: string
  readonly sort: string
  /** Related records as they are shown, and texts that are safe to open; otherwise ids, and texts as they are. */
  readonly names: boolean
}

/** All records that a filter finds, as a file. */
export function exportRecords(query: ExportQuery, format: ExportFormat, signal: AbortSignal): Promise<Blob> {
  const { mediaType, fields, filter, sort, names } = query
  const relatedNames = names ? '1' : ''
  const spreadsheet = names && format === 'csv' ? '1' : ''
  const given = Object.entries({ filter, sort, fields: fields.join(','), relatedNames, spreadsheet }).filter(
    ([, value]) => value !== '',
  )
  const path = `/api/v1/${encodeURIComponent(mediaType)}?${new URLSearchParams(given)}`
  return requestFile(path, { headers: { accept: EXPORT_FORMATS[format] }, signal })
}
