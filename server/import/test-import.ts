import { createHash } from 'node:crypto'
import type { Catalog } from '../catalog/catalog.ts'
import { loadCatalog } from '../catalog/load.ts'
import type { Database } from '../db/database.ts'
import { migratedDatabase, openCopy } from '../db/test-database.ts'
import { createReader } from '../query/read.ts'
import { digest } from '../runtime/digest.ts'
import type { WriteEffect } from '../write/effects.ts'
import { createWriter } from '../write/writer.ts'
import { type FileFormat, fileFormats } from './formats.ts'
import { type CarryOut, carryOut, type FileToImport, planFile } from './import-file.ts'
import type { ImportState } from './import-state.ts'
import type { BadRow, ImportResult } from './run-import.ts'
import { chunked } from './test-files.ts'
import { readTargets, type Wishes } from './wishes.ts'

export async function openImportDatabase(): Promise<Database> {
  const database = openCopy(await migratedDatabase())
  return database
}

/** Takes away all that imports made. */
export async function emptyImportDatabase(database: Database): Promise<void> {
  const own = 'select name from adm_mediatypes where not is_system and table_name = t.tablename'
  const tables = await select(
    database,
    `select quote_ident(t.tablename) from pg_tables t where schemaname = 'public'
    and (exists (${own}) or tablename in (select link_table from adm_relateds))`,
  )
  if (tables.length > 0) await select(database, `drop table ${tables.flat().join(', ')} cascade`)
  await select(database, 'delete from adm_mediatypes where not is_system')
  await select(database, "delete from adm_pages where mediatype is null or menu_group = 'Catalogue'")
}

export interface TestImport {
  readonly result: ImportResult
  readonly bad: readonly BadRow[]
  /** What an earlier run had done. */
  readonly begun: ImportState
}

export type ImportOptions = Partial<Wishes> & {
  readonly format?: string
  readonly more?: Partial<CarryOut>
  readonly assumed?: FileToImport['assumed']
}

/** Imports a file's content as the command does. */
export async function importContent(
  database: Database,
  content: string,
  { format = 'ndjson', more = {}, assumed = [], ...wishes }: ImportOptions = {},
): Promise<TestImport> {
  const file: FileToImport = {
    name: `test.${format}`,
    format: fileFormats.get(format) as FileFormat,
    csv: { delimiter: null, columns: null, skipLines: 0 },
    separator: ';',
    assumed,
    digest: createHash('sha256').update(content).digest('hex'),
    open: () => chunked(content),
  }
  const { plan } = await planFile(file, { ...NO_WISHES, ...wishes }, await loadCatalog(database), () => undefined)
  const bad: BadRow[] = []
  const begun: ImportState[] = []
  const result = await carryOut({
    database,
    file,
    plan,
    author: { userId: null, name: 'test' },
    batch: 3,
    dryRun: false,
    restart: false,
    writerFor: writerOver,
    begun: async (state) => void begun.push(state),
    keep: async (rows) => bad.push(...rows),
    progress: () => undefined,
    ...more,
  })
  return { result, bad, begun: begun[0] as ImportState }
}

export const NO_WISHES: Wishes = {
  into: 'films',
  key: [],
  map: new Map(),
  types: new Map(),
  lists: new Map(),
  lookups: new Map(),
  skip: new Set(),
  label: null,
  labelPlural: null,
  nameField: null,
}

export function writerOver(database: Database, catalog: Catalog, effects: readonly WriteEffect[]) {
  const limits = { defaultPageSize: 20, maxPageSize: 1000 }
  const reading = { childDepth: { default: 10, max: 20 }, ...limits }
  const reader = createReader({ database, catalog: () => catalog, digest, ...reading })
  return createWriter({ database, catalog: () => catalog, reader, reading, requireIfMatch: false, effects })
}

/** Rows of a select as text columns. */
export function select(database: Database, text: string): Promise<readonly (readonly (string | null)[])[]> {
  return database.read({ text, values: [] })
}

/** Lines of JSON. */
export const lines = (...rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n')

/** Created, updated, unchanged and bad rows. */
export function counts({ result: { state } }: Pick<TestImport, 'result'>): readonly number[] {
  return [state.created, state.updated, state.unchanged, state.bad]
}

export const CAST = { lists: readTargets('--list', ['cast=people:name']) }

export const FILMS = lines(
  { title: 'Metropolis', year: 1927, cast: ['Brigitte Helm', 'Alfred Abel'], genres: ['Drama'], href: 'M' },
  { title: 'Alraune', year: 1928, cast: ['Brigitte Helm', 'Paul Wegener', 'Brigitte Helm'], genres: [], href: null },
  { title: 'Twins', year: 1930, cast: [], genres: ['Drama', 'War'], href: null },
  { title: 'Twins', year: 1930, cast: [')'], genres: [], href: 'T' },
  { title: 'Twins', year: 1930, cast: [')'], genres: [], href: 'T' },
)
