import type { CurrentUser } from '../../shared/session.ts'
import type { Database } from '../db/database.ts'
import { verifyPassword } from './password.ts'
import { storable } from './storable.ts'

const USER = `
select id::text, username, name, is_administrator::text, password_hash
from users
where (lower(username) = lower($1) or lower(email) = lower($1)) and not is_disabled
order by lower(username) = lower($1) desc
limit 1`

/**
 * The user whose username or e-mail address and password these are. An unknown, disabled or mistaken account is null
 * after the same work, so that neither answer nor time tells which it was [A2].
 */
export async function verifyUser(database: Database, username: string, password: string): Promise<CurrentUser | null> {
  const [row] = storable(username) ? await database.read({ text: USER, values: [username] }) : []
  const [id, name, fullName, isAdministrator, hash] = row ?? []
  if (!(await verifyPassword(password, hash ?? null))) return null
  return { id: Number(id), username: name ?? '', name: fullName ?? '', isAdministrator: isAdministrator === 'true' }
}

/** A user who may sign in, by id. */
export async function userOf(database: Database, userId: number): Promise<CurrentUser | null> {
  const row = await database.kysely
    .selectFrom('users')
    .select(['username', 'name', 'is_administrator'])
    .where('id', '=', userId)
    .where('is_disabled', '=', false)
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: userId, username: row.username, name: row.name, isAdministrator: row.is_administrator }
}
