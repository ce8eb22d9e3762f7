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
    const ran = await database.transaction(async ({ kysely }) => {
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
    if (ran) applied.push(migration.name)
  }
  return applied
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
