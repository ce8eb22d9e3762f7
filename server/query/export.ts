import type { Catalog } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import type { Database, TextRow } from '../db/database.ts'
import type { ReadOptions } from './bind.ts'
import type { Compiled } from './compile.ts'
import { bindExpanded, type ExpandCriteria } from './content-criteria.ts'
import { compileBatch, compileWindow, type Place } from './export-compile.ts'
import { type BoundExport, bindExport, ID_COLUMN, textColumns } from './export-plan.ts'
import type { ExportRequest } from './export-request.ts'
import { BYTE_ORDER_MARK, FORMATS, harmless } from './export-text.ts'
import { Statements } from './statements.ts'

export interface ExporterOptions extends ReadOptions {
  readonly database: Pick<Database, 'read'>
  readonly catalog: () => Catalog
  readonly expand?: ExpandCriteria
}

export interface Export {
  /** Media type of the rows. */
  readonly mediaType: string
  readonly contentType: string
  readonly fileName: string
  /** Pieces of the text, each read when it is asked for: at most about a megabyte is held at a time. */
  readonly chunks: () => AsyncGenerator<string, void, undefined>
}

/**
 * Exports of any size in constant memory, on every driver alike: no transaction and no cursor, so that a slow reader
 * keeps nobody waiting. Ids are found window by window, each after the order keys that the one before ended at; their
 * rows are read in batches, filter and rights applied anew. A record that changes meanwhile is seen as it was or as it
 * is, and once unless its place in the order changed.
 */
export interface Exporter {
  /** @throws {AppError} as a read of the same rows does. */
  readonly open: (request: ExportRequest, rights: Rights) => Promise<Export>
}

interface Sizes {
  /** Ids found at a time: where no index gives the order, all that is left is sorted for each window. */
  readonly window: number
  /** Rows of the first batch. */
  readonly first: number
  /** Most rows of a batch. */
  readonly most: number
  /** Characters of a batch, about. */
  readonly characters: number
}

const SIZES: Sizes = { window: 20_000, first: 200, most: 1000, characters: 1_000_000 }

export function createExporter(options: ExporterOptions, sizes: Sizes = SIZES): Exporter {
  const statements = new Statements('export')
  return {
    open: async (request, rights) => {
      const catalog = options.catalog()
      const bound = await bindExpanded(
        (expansions) => bindExport(request, catalog, rights, { ...options, expansions }),
        options.expand,
      )
      const format = FORMATS[request.format]
      const { type: mediaType } = bound.plan
      const run = (key: unknown, compile: () => Compiled, values: readonly unknown[]) =>
        options.database.read(statements.statement(JSON.stringify(key), compile, values))
      return {
        mediaType,
        contentType: format.contentType,
        fileName: `${mediaType}.${format.extension}`,
        chunks: () => chunks({ request, bound, catalog, sizes, run }),
      }
    },
  }
}

/** Ids that are written as they are found may be more at a time: they are small. */
const IDS_ONLY_WINDOWS = 10

function isIdsOnly({ columns }: BoundExport['plan']): boolean {
  return columns?.length === 1 && columns[0] === ID_COLUMN
}

interface Reading {
  readonly request: ExportRequest
  readonly bound: BoundExport
  readonly catalog: Catalog
  readonly sizes: Sizes
  /** Runs a statement that is compiled unless its key is known. */
  readonly run: (key: unknown, compile: () => Compiled, values: readonly unknown[]) => Promise<readonly TextRow[]>
}

async function* chunks(reading: Reading): AsyncGenerator<string, void, undefined> {
  const { request, bound, catalog, sizes, run } = reading
  const { plan, values } = bound
  const format = FORMATS[request.format]
  const compile = () => compileBatch(plan, values.length, catalog)
  const texts = request.spreadsheet ? textColumns(plan, catalog) : null
  const rowsOf = (rows: readonly TextRow[]): string =>
    format.rows(texts === null ? rows : rows.map((row) => harmless(row, texts)))
  let text = `${request.spreadsheet ? BYTE_ORDER_MARK : ''}${format.head(plan.columns ?? [])}`
  let size = sizes.first
  for await (const ids of windows(reading)) {
    if (isIdsOnly(plan)) {
      yield text + format.rows(ids.map((id) => [id]))
      text = ''
      continue
    }
    for (let at = 0; at < ids.length; ) {
      const batch = ids.slice(at, at + size)
      at += batch.length
      text += rowsOf(await run(['batch', plan], compile, [...values, batch]))
      size = nextSize(size, batch.length, text.length, sizes)
      if (text !== '') yield text
      text = ''
    }
  }
  if (text !== '') yield text
}

/** Batches grow slowly, since the next rows may be larger than these. */
function nextSize(size: number, rows: number, length: number, { characters, most }: Sizes): number {
  const fitting = Math.floor((characters * rows) / Math.max(length, 1))
  return Math.max(1, Math.min(fitting, size * 2, most))
}

async function* windows(reading: Reading): AsyncGenerator<readonly string[], void, undefined> {
  const { request, bound, catalog, sizes, run } = reading
  const { plan, values } = bound
  const size = isIdsOnly(plan) ? sizes.window * IDS_ONLY_WINDOWS : sizes.window
  let left = request.limit ?? Number.POSITIVE_INFINITY
  let last: TextRow = []
  while (left > 0) {
    const wanted = Math.min(size, left)
    const place = placeOf(last, values.length + 1)
    const compile = () => compileWindow(plan, place, values.length, catalog)
    const key = ['window', plan, place?.map(({ held }) => held)]
    const [row] = await run(key, compile, [...values, wanted, ...last])
    if (row === undefined) return
    const ids = (row[0] as string).split(',')
    yield ids
    if (ids.length < wanted) return
    left -= ids.length
    last = row.slice(1)
  }
}

/** The order keys of the last row found, in slots from `first` on. */
function placeOf(last: TextRow, first: number): Place | null {
  if (last.length === 0) return null
  return last.map((text, index) => ({ held: text !== null, slot: first + index }))
}
