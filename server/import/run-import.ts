import type { Database } from '../db/database.ts'
import type { BoundPlan } from './bound-plan.ts'
import type { FileRow, Raw, Rows } from './file-row.ts'
import { type BatchContext, importBatch, type NumberedRow } from './import-batch.ts'
import type { ImportState } from './import-state.ts'
import { NameResolver, resolverKey } from './name-resolver.ts'
import { Occurrences } from './occurrences.ts'
import { isPrepared, prepareRow, type Reading } from './prepared-row.ts'
import type { RehearsedBatches } from './rehearsed-batch.ts'
import type { RowWriter } from './row-writer.ts'

/** A row that was not imported, and why. */
export interface BadRow {
  readonly line: number
  readonly reasons: readonly string[]
  readonly raw: Raw
}

export interface ImportRun {
  readonly database: Database
  readonly plan: BoundPlan
  /** Media types that are only imagined: there is nothing to be found in them. */
  readonly missing: ReadonlySet<string>
  readonly reading: Reading
  /** Null: nothing is written, only told. */
  readonly writer: RowWriter | null
  /** Tells what would become of a batch, in place of writing it; null: it is written, or only told. */
  readonly rehearsed: RehearsedBatches | null
  /** Rows that are written together. */
  readonly batch: number
  readonly start: ImportState
  /** Keeps the rows that were not imported; gives the length of all that is kept. */
  readonly keep: (rows: readonly BadRow[]) => Promise<number>
  /** Told after each batch, when it is in the database. */
  readonly advanced: (state: ImportState) => Promise<void>
}

export interface ImportResult {
  readonly state: ImportState
  /** Related records that were made, by media type. */
  readonly related: ReadonlyMap<string, number>
  /** Rows with the key of one before. */
  readonly repeatedKeys: number
  /** Names that stood twice in one list. */
  readonly repeatedNames: number
}

/** Imports the rows of a file from where it was left; all of them are read, so that equal rows are counted. */
export async function runImport(rows: Rows, run: ImportRun): Promise<ImportResult> {
  const resolvers = new Map<string, NameResolver>()
  for (const { target } of run.plan.relations) {
    const key = resolverKey(target)
    if (!resolvers.has(key)) resolvers.set(key, new NameResolver(run, target))
  }
  const work = new Work(run, resolvers)
  for await (const some of rows) {
    for (const row of some) {
      if (row.ok) work.take(row)
      else work.refuse({ line: row.line, reasons: [row.reason], raw: row.raw })
      if (work.waiting >= run.batch) await work.flush()
    }
  }
  await work.flush()
  const related = new Map<string, number>()
  for (const { target } of run.plan.relations) {
    related.set(target.type.name, 0)
  }
  for (const [key, { created }] of resolvers) {
    const name = key.slice(0, key.indexOf(':'))
    related.set(name, (related.get(name) ?? 0) + (run.rehearsed?.made.get(key)?.size ?? created))
  }
  return { state: work.state, related, repeatedKeys: work.occurrences.repeated, repeatedNames: work.repeatedNames }
}

/** Gathers rows to batches and follows what becomes of them. */
class Work {
  readonly occurrences = new Occurrences()
  state: ImportState
  repeatedNames = 0
  readonly #run: ImportRun
  readonly #context: BatchContext
  #read = 0
  #good: NumberedRow[] = []
  #bad: BadRow[] = []

  constructor(run: ImportRun, resolvers: BatchContext['resolvers']) {
    this.#run = run
    this.#context = { ...run, resolvers }
    this.state = run.start
  }

  get waiting(): number {
    return this.#good.length + this.#bad.length
  }

  take(row: FileRow): void {
    this.#read += 1
    const prepared = prepareRow(row, this.#run.plan, this.#run.reading)
    const done = this.#read <= this.#run.start.rows
    if (isPrepared(prepared)) {
      const occurrence = this.occurrences.next(prepared.keyText)
      if (done) return
      this.repeatedNames += prepared.repeated
      this.#good.push({ prepared, occurrence })
    } else if (!done) this.#bad.push({ line: row.line, reasons: prepared, raw: row.raw })
  }

  refuse(row: BadRow): void {
    this.#read += 1
    if (this.#read > this.#run.start.rows) this.#bad.push(row)
  }

  async flush(): Promise<void> {
    if (this.waiting === 0) return
    const { rehearsed } = this.#run
    const outcomes = await (rehearsed?.run(this.#good) ?? importBatch(this.#good, this.#context))
    const bad = [...this.#bad]
    const counts = { created: 0, updated: 0, unchanged: 0 }
    for (const [index, outcome] of outcomes.entries()) {
      const { line, raw } = (this.#good[index] as NumberedRow).prepared.row
      if (typeof outcome === 'string') counts[outcome] += 1
      else bad.push({ line, reasons: outcome.reasons, raw })
    }
    this.#good = []
    this.#bad = []
    bad.sort((a, b) => a.line - b.line)
    const { state } = this
    this.state = {
      rows: this.#read,
      created: state.created + counts.created,
      updated: state.updated + counts.updated,
      unchanged: state.unchanged + counts.unchanged,
      bad: state.bad + bad.length,
      errorBytes: bad.length === 0 ? state.errorBytes : await this.#run.keep(bad),
    }
    await this.#run.advanced(this.state)
  }
}
