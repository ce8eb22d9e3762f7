import { sql } from 'kysely'
import type { Database } from './database.ts'
import { databaseErrorCode } from './errors.ts'
import type { Migration } from './migrations/index.ts'

/** Any number that only this program's migrations lock. */
const LOCK = 7_265_417_923

/**
 * Applies what is missing, each migration in a transaction of its own, and gives the names of those it applied.
 * Instances that start together wait for each other. When nothing is missing it costs one statement.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<readonly string[]> {
  const known = await appliedNames(database)
  const applied: string[] = []
  for (const migration of migrations) {
    if (known.has(migration.name)) continue
    const ran = await database
      .transaction(async ({ kysely }) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(kysely)
        await sql`create table if not exists marquee_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`.execute(kysely)
        const inserted = await kysely
          .insertInto('marquee_migrations')
          .values({ name: migration.name })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (inserted.numInsertedOrUpdatedRows === 0n) return false
        await migration.up(kysely)
        return true
      })
      .catch((error: unknown) => {
        throw problem(error)
      })
    if (ran) applied.push(migration.name)
  }
  return applied
}

/** The database has no place for Marquee's own tables; the message tells how to make one. */
export class NoPlaceForTables extends Error {
  constructor(reason: string, options: ErrorOptions) {
    super(`${reason}: ${PLACE}`, options)
    this.name = 'NoPlaceForTables'
  }
}

const PLACE =
  'give Marquee a schema of its own (create schema marquee) that its role may create tables in, and end DATABASE_URL with ?options=-c%20search_path%3Dmarquee'

/** What stands in the way, by SQLSTATE (Postgres documentation, appendix A). */
const IN_THE_WAY: Readonly<Record<string, (message: string) => string>> = {
  '42P07': foreign,
  '42710': foreign,
  '42723': foreign,
  '3F000': () => 'there is no schema to create tables in',
  '42501': (message) => message,
}

function foreign(message: string): string {
  return `the database holds something that is not Marquee's (${message})`
}

function problem(error: unknown): unknown {
  const refused = databaseErrorCode(error)
  const reason = refused === null ? undefined : IN_THE_WAY[refused.sqlstate]?.(refused.message)
  return reason === undefined ? error : new NoPlaceForTables(reason, { cause: error })
}

/** Names of the migrations a database has had; none when it is new. */
export async function appliedNames(database: Database): Promise<ReadonlySet<string>> {
  try {
    const rows = await database.read({ text: 'select name from marquee_migrations', values: [] })
    return new Set(rows.map(([name]) => name as string))
  } catch (error) {
    // the table comes with the first migration
    if (databaseErrorCode(error)?.sqlstate === '42P01') return new Set()
    throw error
  }
}
