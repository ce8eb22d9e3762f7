import type { KeptSecrets } from '../../auth/index.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { openStore } from './blob-stores/index.ts'
import type { FileMeans } from './means.ts'
import type { Stores } from './sources/source.ts'
import type { StorageArea } from './storage-area.ts'

const COLUMNS =
  'id::text, name, type::text, path, username, password, permission::text, endpoint, region, is_default::text'

/** Reads storage areas as they are now: there are few, and what is changed holds at once. */
export function createStores(database: Pick<Database, 'read'>, means: FileMeans, secrets: KeptSecrets): Stores {
  const one = async (where: string, values: readonly unknown[]): Promise<StorageArea | null> => {
    const [row] = await database.read({ text: `select ${COLUMNS} from storage_areas where ${where}`, values })
    return row === undefined ? null : areaOf(row, secrets)
  }
  return {
    area: (id) => one('id = $1::bigint', [id]),
    defaultArea: () => one('is_default', []),
    open: (area) => openStore(area, means),
  }
}

async function areaOf(row: readonly (string | null)[], secrets: KeptSecrets): Promise<StorageArea> {
  const [id, name, type, path, username, password, permission, endpoint, region, isDefault] = row
  return {
    id: Number(id),
    name: name as string,
    type: Number(type) as StorageArea['type'],
    path: path as string,
    username: username ?? null,
    password: password == null ? null : await opened(password, name as string, secrets),
    permission: Number(permission) as StorageArea['permission'],
    endpoint: endpoint ?? null,
    region: region ?? null,
    isDefault: isDefault === 'true',
  }
}

async function opened(stored: string, name: string, secrets: KeptSecrets): Promise<string> {
  const secret = await secrets.open(stored)
  if (secret !== null) return secret
  const detail = `the secret key of the storage area ${JSON.stringify(name)} cannot be read any more: enter it anew`
  throw new AppError({ code: 'DEPENDENCY_DOWN', detail })
}

/** The area that a new database has where there is a disk: private, in the data folder. Of several starts one adds it. */
export async function ensureFirstArea(database: Database, means: FileMeans): Promise<void> {
  if (means.disk === undefined) return
  const [known] = await database.read({ text: 'select id::text from storage_areas limit 1', values: [] })
  if (known !== undefined) return
  await database.kysely
    .insertInto('storage_areas')
    .values({ name: 'Files', path: 'files', is_default: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
