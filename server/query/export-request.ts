import { flag, type PageLimits, parameterError, parseRead } from './parse.ts'
import type { ReadRequest, ReadTarget } from './request.ts'

export type ExportFormat = 'csv' | 'ndjson'

/** A read whose rows leave as a file: all of them, or the first `limit`. */
export interface ExportRequest {
  readonly read: ReadRequest
  readonly format: ExportFormat
  /** Null: all. */
  readonly limit: number | null
  /** Related records by what they are called, not by their ids. */
  readonly names: boolean
  /** For a spreadsheet: CSV that it does not take for formulas. */
  readonly spreadsheet: boolean
  /** The id is the first column of a table. */
  readonly withId: boolean
}

/** Parameters of exports alone that are on or off. */
const FLAGS = ['relatedNames', 'spreadsheet'] as const

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
  const flags = new Map(FLAGS.map((name) => [name, takeFlag(parameters, name)]))
  const spreadsheet = flags.get('spreadsheet') === true
  if (spreadsheet && format !== 'csv')
    throw parameterError('spreadsheet', 'it belongs to CSV: expected Accept: text/csv')
  return {
    read: parseRead(mediaType, target, String(parameters), limits),
    format,
    limit: limitOf(given[0]),
    names: flags.get('relatedNames') === true,
    spreadsheet,
    withId: true,
  }
}

/** Takes a flag and its second spelling out of the parameters. */
function takeFlag(parameters: URLSearchParams, name: string): boolean {
  const spellings = [...new Set([name, name.toLowerCase()])]
  const given = spellings.flatMap((each) => parameters.getAll(each))
  for (const each of spellings) parameters.delete(each)
  if (given.length > 1) throw parameterError(name, 'it is given more than once')
  return flag(given[0], name)
}

/** 0 and -1 both mean every record, as does nothing. */
function limitOf(text: string | undefined): number | null {
  if (text === undefined || text === '0' || text === '-1') return null
  if (!/^\d+$/.test(text)) throw parameterError('limit', `expected a number of records, or 0 for all, not "${text}"`)
  const limit = Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  return limit === 0 ? null : limit
}
