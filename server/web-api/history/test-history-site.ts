import { addUser } from '../../auth/test-service.ts'
import { loadConfig } from '../../config.ts'
import { type Context, createContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { openPglite } from '../../db/pglite.ts'
import { migratedPglite } from '../../db/test-pglite.ts'
import { prepareSmallCatalogue } from '../../query/test-service.ts'
import { digest } from '../../runtime/digest.ts'
import { serverFiles } from '../../runtime/server-files.ts'

/** A whole service over the small catalogue. */
export async function openSite(): Promise<Context> {
  const pglite = await migratedPglite()
  const platform = {
    name: 'node' as const,
    openDatabase: () => openPglite(pglite),
    digest,
    asset: async () => null,
    files: serverFiles,
    defer: () => undefined,
    writeLog: () => undefined,
  }
  const config = loadConfig({ DEMO: 'false', LOG_LEVEL: 'silent' })
  return createContext(config, platform, { prepare: prepareSmallCatalogue })
}

/** A user who reads and writes some types of the small catalogue. Gives the id. */
export async function addEditor(database: Database, username: string): Promise<number> {
  const id = await addUser(database, username)
  const own = { owner_type: 1, owner_id: id, can_read: true, can_write: true, can_delete: true }
  const types = ['films', 'makers', 'tags', 'lists', 'list_films']
  await database.kysely
    .insertInto('permissions')
    .values([
      ...types.map((key) => ({ ...own, object_type: 2, object_id: null, key })),
      { ...own, object_type: 1, object_id: 1, key: null },
    ])
    .execute()
  return id
}
