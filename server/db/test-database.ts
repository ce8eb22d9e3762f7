import process from 'node:process'
import { inject } from 'vitest'
import { onServer } from '../../e2e/harness/postgres.ts'
import type { Database, StatementObserver } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPg } from './pg.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's Postgres: the URL of the database that others are made from. */
    postgres: string
  }
}

/**
 * A database of the run's Postgres over one connection, as the embedded one has: whoever asks the outer handle inside a
 * transaction waits for ever there, and for ten seconds here.
 */
export function openCopy(url: string, observe?: StatementObserver): Database {
  return openPg(url, { observe, connections: 1 })
}

/** The URL of a new, empty database, for the time of a file of tests. */
export function emptyDatabase(): Promise<string> {
  return newDatabase('template1')
}

/** The URL of a new database that every migration was applied to. */
export function migratedDatabase(): Promise<string> {
  return copiedDatabase('migrated', (database) => migrate(database, migrations))
}

/** The URL of a new database: a copy of one that is made, and filled by `fill`, at its first use in a run of the tests. */
export async function copiedDatabase(name: string, fill: (database: Database) => Promise<unknown>): Promise<string> {
  const server = onServer(inject('postgres'))
  if (!(await server.hasDatabase(name))) {
    const draft = await newDatabase('template1')
    const database = openCopy(draft)
    await fill(database)
    await database.close()
    // another worker may have been first
    await server.renameDatabase(nameIn(draft), name).catch(async (error: unknown) => {
      if (!(await server.hasDatabase(name))) throw error
    })
  }
  return newDatabase(name)
}

const copies = new Set<string>()
let made = 0

async function newDatabase(template: string): Promise<string> {
  const url = await onServer(inject('postgres')).createDatabase(`copy_${process.pid}_${++made}`, template)
  copies.add(url)
  return url
}

/** Removes what a file of tests has made; connections that it left open end with it. */
export async function dropCopies(): Promise<void> {
  const left = [...copies]
  copies.clear()
  for (const url of left) await onServer(inject('postgres')).dropDatabase(nameIn(url))
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1)
}
