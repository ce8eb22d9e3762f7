import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { endSignIns } from './end-sign-ins.ts'
import { hashPassword } from './password.ts'
import { readablePassword } from './readable-password.ts'

/** Gives a user, named or by e-mail, a generated password and ends every session and token; null for nobody. */
export async function resetPassword(database: Database, name: string): Promise<string | null> {
  const password = readablePassword()
  const passwordHash = await hashPassword(password)
  return database.transaction(async ({ kysely }) => {
    const user = await kysely
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where(sql<boolean>`${name.toLowerCase()} in (lower(username), lower(email))`)
      .returning('id')
      .executeTakeFirst()
    if (user === undefined) return null
    await endSignIns(kysely, [user.id])
    return password
  })
}
