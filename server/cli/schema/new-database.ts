import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openPglite } from '../../db/pglite.ts'
import { documentOf } from './document-of.ts'
import { readMetadata } from './metadata.ts'

/** What a new database holds, as `seed.json` keeps it. */
export async function newDatabaseJson(): Promise<string> {
  const database = await openPglite(await PGlite.create())
  try {
    await migrate(database, migrations)
    return `${JSON.stringify(documentOf(await readMetadata(database)), null, 2)}\n`
  } finally {
    await database.close()
  }
}
