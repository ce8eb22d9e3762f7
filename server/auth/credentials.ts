import type { CurrentUser } from '../../shared/session.ts'
import type { Database } from '../db/database.ts'
import { verifyPassword } from './password.ts'

const USER = `
select id::text, username, name, is_administrator::text, password_hash
from users
where (lower(username) = lower($1) or lower(email) = lower($1)) and not is_disabled
order by lower(username) = lower($1) desc
limit 1`

const CLIENT = 'select client_id, client_type::text, secret_hash from oauth_clients where client_id = $1'

export interface OauthClient {
  readonly clientId: string
  readonly clientType: number
}

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

/** The client whose id and secret these are, or null after the same work. */
export async function verifyClient(database: Database, clientId: string, secret: string): Promise<OauthClient | null> {
  const [row] = storable(clientId) ? await database.read({ text: CLIENT, values: [clientId] }) : []
  const [id, clientType, hash] = row ?? []
  if (!(await verifyPassword(secret, hash ?? null))) return null
  return { clientId: id ?? '', clientType: Number(clientType) }
}

/** Postgres takes no NUL in a text; a name with one is nobody's. */
function storable(name: string): boolean {
  return name.length <= 320 && !name.includes('\0')
}
