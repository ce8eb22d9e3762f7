import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { openPglite } from '../db/pglite.ts'
import { copiedPglite } from '../db/test-pglite.ts'
import { makeForeignTables } from './test-introspected.ts'

/** An embedded database in memory with Marquee's tables in a schema, or in the one that others use, and theirs. */
export async function openForeignDatabase(own: 'marquee' | 'public' = 'marquee'): Promise<Database> {
  const pglite = await copiedPglite(`foreign-${own}`, async (made) => {
    if (own === 'marquee') await made.exec('create schema marquee; set search_path to marquee')
    const database = await openPglite(made)
    await migrate(database, migrations)
    await makeForeignTables(database)
  })
  if (own === 'marquee') await pglite.exec('set search_path to marquee')
  return openPglite(pglite)
}
