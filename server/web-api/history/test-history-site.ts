import { addUser } from '../../auth/test-service.ts'
import { loadConfig } from '../../config.ts'
import { type Context, createContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { openCopy } from '../../db/test-database.ts'
import { prepareSmallCatalogue } from '../../query/test-service.ts'
import { digest } from '../../runtime/digest.ts'
import { serverFiles } from '../../runtime/server-files.ts'

/** A whole service over the small catalogue, in a database that is migrated. */
export function openSite(url: string, environment: Readonly<Record<string, string>> = {}): Promise<Context> {
  const platform = {
    name: 'node' as const,
    openDatabase: async () => openCopy(url),
    digest,
    asset: async () => null,
    files: serverFiles,
    defer: () => undefined,
    writeLog: () => undefined,
  }
  const config = loadConfig({ DEMO: 'false', LOG_LEVEL: 'silent', ...environment })
  return createContext(config, platform, { prepare: prepareSmallCatalogue })
}

/** Reads and perhaps writes films, makers, tags and lists of source 1 and below; knows nothing of studios. Gives the id. */
export async function addEditor(database: Database, username: string, canWrite = true): Promise<number> {
  const id = await addUser(database, username)
  const owner = { owner_type: 1, owner_id: id, can_read: true, can_write: canWrite, can_delete: canWrite }
  const types = ['films', 'makers', 'tags', 'lists', 'list_films']
  await database.kysely
    .insertInto('permissions')
    .values([
      ...types.map((key) => ({ ...owner, object_type: 2, object_id: null, key })),
      { ...owner, object_type: 1, object_id: 1, key: null },
    ])
    .execute()
  return id
}
