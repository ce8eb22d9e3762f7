import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { openPglite } from '../db/pglite.ts'
import { makeForeignTables } from './test-introspected.ts'

/** An embedded database in memory with Marquee's tables in a schema, or in the one that others use, and theirs. */
export async function openForeignDatabase(own: 'marquee' | 'public' = 'marquee'): Promise<Database> {
  const pglite = await PGlite.create()
  if (own === 'marquee') await pglite.exec('create schema marquee; set search_path to marquee')
  const database = await openPglite(pglite)
  await migrate(database, migrations)
  await makeForeignTables(database)
  return database
}
