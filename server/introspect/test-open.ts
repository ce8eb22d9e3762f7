import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { copiedDatabase, openCopy } from '../db/test-database.ts'
import { makeForeignTables } from './test-introspected.ts'

/** A database with Marquee's tables in a schema, or in the one that others use, and theirs. */
export async function openForeignDatabase(own: 'marquee' | 'public' = 'marquee'): Promise<Database> {
  const url = await copiedDatabase(`foreign-${own}`, async (database) => {
    if (own === 'marquee') {
      await sql`create schema marquee`.execute(database.kysely)
      await sql`set search_path to marquee`.execute(database.kysely)
    }
    await migrate(database, migrations)
    await makeForeignTables(database)
  })
  return openCopy(own === 'marquee' ? `${url}?options=-c%20search_path%3Dmarquee` : url)
}
