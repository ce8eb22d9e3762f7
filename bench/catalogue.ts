import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/db/migrate.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { openPg } from '../server/db/pg.ts'
import { scaleUp } from '../server/demo/scale.ts'
import { type KeptPostgres, query } from './postgres.ts'

const ROOT = join(import.meta.dirname, '..')
const PREFIX = 'films_'

/** What decides over the contents of the database: a change to any of it makes a new one. */
const SOURCES = ['server/demo/**/*.ts', 'server/db/migrations/*.ts', 'server/catalog/*.ts', 'server/field-types/*.ts']

/**
 * A fresh copy of a database with so many invented films, vacuumed and analysed; gives its URL. The original is made
 * once and kept: what a run writes is gone with its copy.
 */
export async function freshCatalogue(
  postgres: KeptPostgres,
  films: number,
  report: (line: string) => void,
): Promise<string> {
  const original = `${PREFIX}${films}_${fingerprint()}`
  const administration = postgres.url('postgres')
  const known = (await query(administration, 'select datname from pg_database')).map((row) => String(row.datname))
  if (!known.includes(original)) {
    for (const name of known) if (name.startsWith(PREFIX)) await drop(administration, name)
    await make(postgres, original, films, report)
  }
  await drop(administration, 'run')
  await query(administration, `create database run template ${pg.escapeIdentifier(original)} strategy file_copy`)
  // so that counting from an index alone need not look at the table, in a database fresh from a bulk load
  await query(postgres.url('run'), 'vacuum (analyze)')
  return postgres.url('run')
}

async function make(
  postgres: KeptPostgres,
  name: string,
  films: number,
  report: (line: string) => void,
): Promise<void> {
  const administration = postgres.url('postgres')
  const draft = `draft_${name}`
  await drop(administration, draft)
  await query(administration, `create database ${pg.escapeIdentifier(draft)}`)
  const started = performance.now()
  const database = openPg(postgres.url(draft))
  try {
    await migrate(database, migrations)
    await scaleUp(database, films)
  } finally {
    await database.close()
  }
  await query(postgres.url(draft), 'vacuum (freeze, analyze)', 'checkpoint')
  await query(administration, `alter database ${pg.escapeIdentifier(draft)} rename to ${pg.escapeIdentifier(name)}`)
  report(`made ${films} films in ${Math.round((performance.now() - started) / 1000)} s`)
}

async function drop(administration: string, name: string): Promise<void> {
  await query(administration, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).sort()) {
    hash.update(file).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
