import { type KeptSecrets, keptSecrets, SEALED } from '../../auth/index.ts'
import type { Database } from '../../db/database.ts'

/** Secret keys of storage areas as they are stored. */
export function areaSecrets(database: Database): Promise<KeptSecrets> {
  return keptSecrets(database, 'storage_areas.password')
}

/** Seals those that were stored before they were sealed, or by somebody who wrote to the table itself. */
export async function sealAreaSecrets({ kysely }: Pick<Database, 'kysely'>, { seal }: KeptSecrets): Promise<void> {
  const plain = kysely.selectFrom('storage_areas').select(['id', 'password']).where('password', 'is not', null)
  for (const { id, password } of await plain.where('password', 'not like', `${SEALED}%`).execute()) {
    if (password === null) continue
    const sealed = await seal(password)
    // one that is written meanwhile is newer
    const area = kysely.updateTable('storage_areas').set({ password: sealed })
    await area.where('id', '=', id).where('password', '=', password).execute()
  }
}
