import { UNRESTRICTED } from '../../catalog/rights.ts'
import type { Database } from '../../db/database.ts'
import type { ReadOptions } from '../../query/bind.ts'
import { createExporter } from '../../query/export.ts'
import { parseExport } from '../../query/export-request.ts'
import { type ExportShape, flatRows } from './export-rows.ts'

export const FILE_FORMATS = ['csv', 'json', 'ndjson'] as const
export type ExportFileFormat = (typeof FILE_FORMATS)[number]

export interface ExportWork {
  readonly format: ExportFileFormat
  readonly shape: ExportShape
  /** As the API's parameters of the same names. */
  readonly wanted: {
    readonly filter: string | null
    readonly fields: string | null
    readonly sort: string
    readonly limit: number
  }
  readonly database: Pick<Database, 'read'>
  readonly reading: ReadOptions
  /** Told how many more records are written. */
  readonly counted: (count: number) => void
}

/** The text of a file, piece by piece as it is read: about a megabyte is held at a time. */
export async function* exportChunks(work: ExportWork): AsyncGenerator<string> {
  const { format, shape, counted } = work
  let first = true
  if (format === 'csv') {
    for await (const text of apiChunks('csv', work)) {
      counted(recordsOf(text) - (first ? 1 : 0))
      first = false
      yield text
    }
    return
  }
  if (format === 'json') yield '['
  for await (const rows of flatRows(apiChunks('ndjson', work), shape)) {
    counted(rows.length)
    const lines = rows.map((row) => JSON.stringify(row))
    if (format === 'ndjson') yield `${lines.join('\n')}\n`
    else yield `${first ? '\n' : ',\n'}${lines.join(',\n')}`
    first = false
  }
  if (format === 'json') yield first ? ']\n' : '\n]\n'
}

/** The rows as the API exports them, without rights: whoever has the database has them all. */
async function* apiChunks(
  format: 'csv' | 'ndjson',
  { shape, wanted, database, reading }: ExportWork,
): AsyncGenerator<string> {
  const { filter, fields, sort, limit } = wanted
  const query = new URLSearchParams({ sort, limit: String(limit) })
  if (filter !== null) query.set('filter', filter)
  if (fields !== null) query.set('fields', fields)
  const parsed = parseExport(shape.type.name, { kind: 'list' }, String(query), format, reading)
  const request = { ...parsed, names: shape.names, withId: !shape.names }
  const exporter = createExporter({ database, catalog: () => shape.catalog, ...reading })
  yield* (await exporter.open(request, UNRESTRICTED)).chunks()
}

/** Lines of a table that end outside of quotes. */
function recordsOf(text: string): number {
  const outside = text.split('"').filter((_, index) => index % 2 === 0)
  return outside.reduce((sum, part) => sum + part.split('\n').length - 1, 0)
}
