import { sql } from 'kysely'
import type { Catalog } from '../catalog/catalog.ts'
import { tableSql } from '../catalog/sql-names.ts'
import type { Database } from '../db/database.ts'
import type { Author } from '../write/changes.ts'
import type { WriteEffect } from '../write/effects.ts'
import type { Writer } from '../write/writer.ts'
import { bindPlan } from './bound-plan.ts'
import type { CsvOptions } from './csv-header.ts'
import { FileFault } from './file-row.ts'
import type { FileFormat } from './formats.ts'
import type { ImportPlan } from './import-plan.ts'
import { advanceImport, beginImport, heldEffect, type ImportState, NOTHING_DONE } from './import-state.ts'
import { imagineTypes, makeTypes } from './make-types.ts'
import { planImport } from './plan.ts'
import { RehearsedBatches } from './rehearsed-batch.ts'
import { RowWriter } from './row-writer.ts'
import { type BadRow, type ImportResult, runImport } from './run-import.ts'
import { type Survey, surveyRows } from './survey.ts'
import type { Wishes } from './wishes.ts'
import type { WrittenStyle } from './written-style.ts'

/** A file that can be read again and again, and how it is read. */
export interface FileToImport {
  readonly name: string
  readonly format: FileFormat
  readonly csv: CsvOptions
  /** What stands between names in a text. */
  readonly separator: string
  /** How its days and numbers are known to be written. */
  readonly assumed: readonly WrittenStyle[]
  /** Equal for equal bytes read in the same way, and for nothing else. */
  readonly digest: string
  /** Its bytes in UTF-8. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Reads a file once and decides what is to be done with it. */
export async function planFile(
  file: FileToImport,
  wishes: Wishes,
  catalog: Catalog,
  seen: (rows: number) => void,
): Promise<{ readonly survey: Survey; readonly plan: ImportPlan }> {
  const rows = file.format.read(file.open(), file.csv)
  const choices = [...wishes.types].filter(([, type]) => /^(?:multi)?enum$/i.test(type)).map(([column]) => column)
  const looks = { written: file.format.written, distinct: new Set(choices), assumed: file.assumed }
  const survey = await surveyRows(rows, looks, seen)
  if (survey.columns.length === 0) throw new FileFault(emptiness(survey))
  const plan = planImport(survey.columns, wishes, catalog)
  return { survey, plan: { ...plan, notes: [...plan.notes, ...encodingNotes(survey)] } }
}

function emptiness({ rows, firstUnreadable }: Survey): string {
  if (firstUnreadable === null) return rows === 0 ? 'there are no rows in it' : 'its rows hold no values'
  const { line, reason } = firstUnreadable
  return `none of its rows can be read; line ${line}: ${reason}`
}

function encodingNotes({ notUtf8 }: Survey): readonly string[] {
  if (notUtf8 === 0) return []
  const rows = notUtf8 === 1 ? '1 row is' : `${notUtf8} rows are`
  return [`${rows} not UTF-8: files of older programs often need --encoding windows-1252`]
}

export interface CarryOut {
  readonly database: Database
  readonly file: FileToImport
  readonly plan: ImportPlan
  readonly author: Author
  readonly batch: number
  /** Nothing is made and nothing written. */
  readonly dryRun: boolean
  /** From the first row, whatever was done before. */
  readonly restart: boolean
  /** A writer over the database and catalog given, with these effects besides the usual ones. */
  readonly writerFor: (database: Database, catalog: Catalog, effects: readonly WriteEffect[]) => Writer
  /** Told before the first row, with what an earlier run did. */
  readonly begun: (state: ImportState) => Promise<void>
  readonly keep: (rows: readonly BadRow[]) => Promise<number>
  readonly progress: (rows: number) => void
}

/** Does what a plan says, from where an earlier run left it. */
export async function carryOut(work: CarryOut): Promise<ImportResult> {
  const { database, file, plan, batch, keep } = work
  const catalog = await (work.dryRun ? imagineTypes(database, plan) : makeTypes(database, plan))
  const bound = bindPlan(plan, catalog, file.assumed)
  const rows = file.format.read(file.open(), file.csv)
  const reading = { written: file.format.written, separator: file.separator }
  const missing = new Set(work.dryRun ? plan.creates.map(({ name }) => name) : [])
  const common = { database, plan: bound, missing, reading, batch, keep }
  if (work.dryRun) {
    await work.begun(NOTHING_DONE)
    const advanced = async ({ rows: done }: ImportState): Promise<void> => work.progress(done)
    // what writes into tables that are not there cannot be tried
    const rehearsed =
      plan.creates.length > 0
        ? null
        : new RehearsedBatches(database, bound, (over) => new RowWriter(work.writerFor(over, catalog, []), work.author))
    return runImport(rows, { ...common, writer: null, rehearsed, start: NOTHING_DONE, advanced })
  }
  const identity = { mediaType: plan.into, digest: file.digest, file: file.name }
  const { held, state: start } = await beginImport(database, identity, work.restart)
  await work.begun(start)
  const writer = new RowWriter(work.writerFor(database, catalog, [heldEffect(held)]), work.author)
  let analyzeAt = FIRST_ANALYZE
  const result = await runImport(rows, {
    ...common,
    writer,
    rehearsed: null,
    start,
    advanced: async (state) => {
      await advanceImport(database, held, state, false)
      const written = state.created + state.updated - start.created - start.updated
      if (written >= analyzeAt) {
        await analyze(database, plan, catalog)
        analyzeAt = 2 * written
      }
      work.progress(state.rows)
    },
  })
  // before the end is noted, and for what earlier runs wrote as well: a run that is cut short leaves it to the next
  if (result.state.created > 0) await analyze(database, plan, catalog)
  await advanceImport(database, held, result.state, true)
  return result
}

/**
 * Rows after which Postgres is first told what the tables hold by then, and again whenever they are twice as many. It may
 * be long until it looks by itself, which an embedded one never does, and until then it goes through a table that was
 * small once, whole, for each reference to it.
 */
const FIRST_ANALYZE = 1000

async function analyze({ kysely }: Database, { into, columns }: ImportPlan, catalog: Catalog): Promise<void> {
  const types = [into, ...columns.flatMap(({ related }) => (related === null ? [] : [related.mediaType]))]
  const tables = new Set<string>()
  for (const name of types) {
    const type = catalog.mediaTypes.get(name)
    if (type === undefined) continue
    tables.add(type.table)
    for (const { via, owned } of type.relations.values()) if (via.kind === 'link' && owned) tables.add(via.table)
  }
  await sql.raw(`analyze ${[...tables].map(tableSql).join(', ')}`).execute(kysely)
}
