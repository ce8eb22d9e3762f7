import { type PageLimits, parameterError, parseRead } from './parse.ts'
import type { ReadRequest, ReadTarget } from './request.ts'

export type ExportFormat = 'csv' | 'ndjson'

/** A read whose rows leave as a file: all of them, or the first `limit`. */
export interface ExportRequest {
  readonly read: ReadRequest
  readonly format: ExportFormat
  /** Null: all. */
  readonly limit: number | null
}

const REFUSED: Readonly<Record<string, string>> = {
  page: 'an export has no pages: expected limit',
  pageSize: 'an export has no pages: expected limit',
  pagesize: 'an export has no pages: expected limit',
  include: 'an export holds the records read and no others',
}

/**
 * Reads the query parameters of an export: those of a read, with `limit` in place of paging.
 *
 * @throws {AppError} PARAMETER or FILTER_SYNTAX naming the parameter.
 */
export function parseExport(
  mediaType: string,
  target: ReadTarget,
  query: string,
  format: ExportFormat,
  limits: PageLimits,
): ExportRequest {
  const parameters = new URLSearchParams(query)
  for (const [name, detail] of Object.entries(REFUSED)) if (parameters.has(name)) throw parameterError(name, detail)
  const given = parameters.getAll('limit')
  if (given.length > 1) throw parameterError('limit', 'it is given more than once')
  parameters.delete('limit')
  return { read: parseRead(mediaType, target, String(parameters), limits), format, limit: limitOf(given[0]) }
}

/** 0 and -1 both mean every record, as does nothing. */
function limitOf(text: string | undefined): number | null {
  if (text === undefined || text === '0' || text === '-1') return null
  if (!/^\d+$/.test(text)) throw parameterError('limit', `expected a number of records, or 0 for all, not "${text}"`)
  const limit = Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  return limit === 0 ? null : limit
}
