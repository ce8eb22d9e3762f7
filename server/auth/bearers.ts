import type { Database } from '../db/database.ts'
import { SERVICE_CLIENT } from './clients.ts'
import { isHandle } from './handle.ts'
import type { SigningKeys } from './signing-keys.ts'
import { claimsOf, TOKEN_TYPE } from './token-claims.ts'

/** What a good access token says of whoever sends it. */
export interface Bearer {
  /** The user of this database; null for a service whose user is not known here. */
  readonly user: BearerUser | null
  readonly clientId: string | null
  /** The client is a service: of type 3. */
  readonly isService: boolean
  readonly scope: string
  /** Unix seconds. */
  readonly expiresAt: number
}

export interface BearerUser {
  readonly id: number
  readonly username: string | null
  readonly name: string
  readonly isAdministrator: boolean
  readonly language: string | null
}

/** Tells what an access token, whose hash is given beside it, stands for; null when it is not good. */
export type ReadBearer = (access: string, hash: string) => Promise<Bearer | null>

const TOKEN = `
select t.expires_at::text, u.id::text, u.username, u.name, u.is_administrator::text, c.client_id, c.client_type::text,
  u.preferences ->> 'language', t.family, t.jwt
from auth_tokens t
join users u on u.id = t.user_id and not u.is_disabled
left join oauth_clients c on c.client_id = t.client_id
where t.handle_hash = $1 and t.kind = 'access' and t.revoked_at is null and t.expires_at > $2
  and (t.client_id is null or c.client_id is not null)`

/** Reads tokens where this instance is the authorization server: its database knows them. */
export function storedBearers(
  database: Pick<Database, 'read'>,
  keys: Pick<SigningKeys, 'verify'>,
  now: () => number,
): ReadBearer {
  return async (access, hash) => {
    if (!isHandle(access)) return null
    const [row] = await database.read({ name: 'auth_token', text: TOKEN, values: [hash, Math.floor(now() / 1000)] })
    if (row === undefined) return null
    const [expires, id, username, name, isAdministrator, clientId = null, clientType, language, family, jwt] = row
    const expiresAt = Number(expires)
    const claims = claimsOf(await keys.verify(TOKEN_TYPE.access, jwt ?? ''), {
      hash,
      userId: id ?? '',
      clientId,
      family: family ?? '',
      expiresAt,
    })
    if (claims === null) return null
    return {
      user: {
        id: Number(id),
        username: username ?? null,
        name: name ?? '',
        isAdministrator: isAdministrator === 'true',
        language: language ?? null,
      },
      clientId,
      isService: Number(clientType) === SERVICE_CLIENT,
      scope: claims.scope,
      expiresAt,
    }
  }
}
