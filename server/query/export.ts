import type { Catalog } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import type { Database, TextRow } from '../db/database.ts'
import type { ReadOptions } from './bind.ts'
import type { Compiled } from './compile.ts'
import { compileBatch, compileWindow, type Place } from './export-compile.ts'
import { type BoundExport, bindExport } from './export-plan.ts'
import type { ExportRequest } from './export-request.ts'
import { FORMATS } from './export-text.ts'
import { Statements } from './statements.ts'

export interface ExporterOptions extends ReadOptions {
  readonly database: Pick<Database, 'read'>
  readonly catalog: () => Catalog
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
  readonly open: (request: ExportRequest, rights: Rights) => Export
}

/** Ids found at a time: where no index gives the order, all that is left is sorted for each window. */
const WINDOW = 20_000
const FIRST_BATCH = 200
const MAX_BATCH = 1000
/** Characters of a batch, about. */
const BATCH_SIZE = 1_000_000

export function createExporter(options: ExporterOptions): Exporter {
  const statements = new Statements('export')
  return {
    open: (request, rights) => {
      const catalog = options.catalog()
      const bound = bindExport(request, catalog, rights, options)
      const format = FORMATS[request.format]
      const { type: mediaType } = bound.plan
      const run = (key: unknown, compile: () => Compiled, values: readonly unknown[]) =>
        options.database.read(statements.statement(JSON.stringify(key), compile, values))
      return {
        mediaType,
        contentType: format.contentType,
        fileName: `${mediaType}.${format.extension}`,
        chunks: () => chunks(request, bound, catalog, run),
      }
    },
  }
}

/** Runs a statement that is compiled unless its key is known. */
type Run = (key: unknown, compile: () => Compiled, values: readonly unknown[]) => Promise<readonly TextRow[]>

async function* chunks(
  request: ExportRequest,
  { plan, values }: BoundExport,
  catalog: Catalog,
  run: Run,
): AsyncGenerator<string, void, undefined> {
  const format = FORMATS[request.format]
  let text = format.head(plan.columns ?? [])
  let size = FIRST_BATCH
  for await (const ids of windows({ plan, values }, request.limit, catalog, run)) {
    for (let at = 0; at < ids.length; ) {
      const batch = ids.slice(at, at + size)
      at += batch.length
      const compile = () => compileBatch(plan, values.length, catalog)
      text += format.rows(await run(['batch', plan], compile, [...values, batch]))
      size = nextSize(size, batch.length, text.length)
      if (text !== '') yield text
      text = ''
    }
  }
  if (text !== '') yield text
}

/** Batches grow slowly, since the next rows may be larger than these. */
function nextSize(size: number, rows: number, characters: number): number {
  const fitting = Math.floor((BATCH_SIZE * rows) / Math.max(characters, 1))
  return Math.max(1, Math.min(fitting, size * 2, MAX_BATCH))
}

async function* windows(
  { plan, values }: BoundExport,
  limit: number | null,
  catalog: Catalog,
  run: Run,
): AsyncGenerator<readonly string[], void, undefined> {
  let left = limit ?? Number.POSITIVE_INFINITY
  let last: TextRow | null = null
  while (left > 0) {
    const wanted = Math.min(WINDOW, left)
    const place: Place | null =
      last?.map((text, index) => {
        return { held: text !== null, slot: values.length + 1 + index }
      }) ?? null
    const compile = () => compileWindow(plan, place, values.length, catalog)
    const key = ['window', plan, place?.map(({ held }) => held)]
    const [row] = await run(key, compile, [...values, wanted, ...(last ?? [])])
    if (row === undefined) return
    const ids = (row[0] as string).split(',')
    yield ids
    if (ids.length < wanted) return
    left -= ids.length
    last = row.slice(1)
  }
}
