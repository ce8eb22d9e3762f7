import type { Database } from '../db/database.ts'
import type { AuthorizationServer, Introspection } from './authorization-server.ts'
import type { BearerUser, ReadBearer } from './bearers.ts'
import { SERVICE_CLIENT } from './clients.ts'

const USER = `
select u.id::text, u.username, u.name, u.is_administrator::text, u.preferences ->> 'language'
from users u where u.id = $1 and u.username = $2 and not u.is_disabled`

/** Longer than any token of ours, and short enough for a form. */
const LONGEST = 4096

/**
 * Asks the authorization server about tokens. Who a token is for must be a user of this database, by id and by name: two
 * databases that know different people must not take one for another. A service may be unknown here.
 */
export function introspectedBearers(
  server: Pick<AuthorizationServer, 'introspect'>,
  database: Pick<Database, 'read'>,
): ReadBearer {
  return async (access) => {
    const found = access.length > LONGEST ? null : await server.introspect(access)
    if (found === null) return null
    const user = await userOf(found, database)
    const isService = found.clientType === SERVICE_CLIENT && found.clientId !== null
    if (user === null && !isService) return null
    const { clientId, scope, expiresAt } = found
    return { user, clientId, isService, scope, expiresAt: expiresAt ?? Number.POSITIVE_INFINITY }
  }
}

async function userOf(
  { subject, username }: Introspection,
  database: Pick<Database, 'read'>,
): Promise<BearerUser | null> {
  if (!/^\d{1,18}$/.test(subject)) return null
  const [row] = await database.read({ name: 'introspected_user', text: USER, values: [subject, username] })
  if (row === undefined) return null
  const [id, name, fullName, isAdministrator, language] = row
  return {
    id: Number(id),
    username: name ?? null,
    name: fullName ?? '',
    isAdministrator: isAdministrator === 'true',
    language: language ?? null,
  }
}
