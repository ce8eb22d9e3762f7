import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { endSignIns } from './end-sign-ins.ts'

/**
 * Gives a user another password and ends every session and token; false for nobody.
 * @param instead only in place of this hash: of two changes at once the second is made of a password that is none any more
 */
export async function setPassword(
  kysely: Kysely<Tables>,
  userId: number,
  passwordHash: string,
  instead?: string,
): Promise<boolean> {
  let update = kysely.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId)
  if (instead !== undefined) update = update.where('password_hash', '=', instead)
  if ((await update.returning('id').executeTakeFirst()) === undefined) return false
  await endSignIns(kysely, [userId])
  return true
}
