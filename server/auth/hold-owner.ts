import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Tables of those who hold permissions, by `owner_type` (specification, "Permission items"). */
const TABLES: Readonly<Record<number, 'users' | 'groups' | 'oauth_clients'>> = {
  1: 'users',
  2: 'groups',
  3: 'oauth_clients',
}

/**
 * Lets nobody else change what an owner is permitted until the transaction ends, so that what is read of it stays so;
 * false for an owner that is not there.
 */
export async function holdOwner(kysely: Kysely<Tables>, ownerType: number, id: number): Promise<boolean> {
  const table = TABLES[ownerType]
  if (table === undefined) return false
  const owner = kysely.selectFrom(table).select('id').where('id', '=', id)
  return (await owner.forNoKeyUpdate().executeTakeFirst()) !== undefined
}
