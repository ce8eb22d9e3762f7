import type { Database } from '../db/database.ts'
import type { Caller } from '../http.ts'
import { PAGE_CLIENT, SERVICE_CLIENT } from './clients.ts'
import { handleHash, isHandle } from './handle.ts'
import type { AuthMemory } from './memory.ts'
import { BELIEF, type Holder, type RightsUntil } from './rights.ts'
import { covers } from './scopes.ts'
import type { SigningKeys } from './signing-keys.ts'
import { claimsOf, TOKEN_TYPE, type TokenClaims, type TokenRow } from './token-claims.ts'

const TOKEN = `
select t.expires_at::text, u.id::text, u.username, u.name, u.is_administrator::text, c.client_id, c.client_type::text,
  u.preferences ->> 'language', t.family, t.jwt
from auth_tokens t
join users u on u.id = t.user_id and not u.is_disabled
left join oauth_clients c on c.client_id = t.client_id
where t.handle_hash = $1 and t.kind = 'access' and t.revoked_at is null and t.expires_at > $2
  and (t.client_id is null or c.client_id is not null)`

export interface Callers {
  /** The caller when it is in memory: what a warm request costs is this look-up. */
  readonly peek: (access: string) => Caller | undefined
  /** Whose access token it is; null when unknown, expired, revoked or of a disabled user. */
  readonly resolve: (access: string) => Promise<Caller | null>
}

/** Resolves access tokens to callers and believes the answer for at most `BELIEF` milliseconds. */
export function createCallers(
  database: Database,
  memory: AuthMemory,
  keys: Pick<SigningKeys, 'verify'>,
  rightsOf: (holder: Holder) => Promise<RightsUntil>,
  now: () => number,
): Callers {
  const resolving = new Map<string, Promise<Caller | null>>()

  const peek = (access: string): Caller | undefined => {
    const known = memory.callers.get(access)
    return known !== undefined && known.until > now() ? known.caller : undefined
  }

  /** The token's claims, whose signature is checked when the instance first meets it and believed from then on. */
  async function signed(access: string, jwt: string, row: TokenRow): Promise<TokenClaims | null> {
    const known = memory.claims.get(access) ?? (await keys.verify(TOKEN_TYPE.access, jwt))
    const claims = claimsOf(known === null ? null : { ...known }, row)
    if (claims !== null) memory.claims.set(access, claims)
    return claims
  }

  async function read(access: string): Promise<Caller | null> {
    const { generation } = memory
    const start = now()
    const hash = await handleHash(access)
    const values = [hash, Math.floor(start / 1000)]
    const [row] = await database.read({ name: 'auth_token', text: TOKEN, values })
    if (row === undefined) return null
    const [expiresAt, id, username, name, isAdministrator, clientId = null, clientType, language, family, jwt] = row
    const own = { hash, userId: id ?? '', clientId, family: family ?? '', expiresAt: Number(expiresAt) }
    const claims = await signed(access, jwt ?? '', own)
    if (claims === null) return null
    const isService = Number(clientType) === SERVICE_CLIENT
    const userId = Number(id)
    // a browser's session is nobody's but its user's
    const client = clientId === PAGE_CLIENT ? null : clientId
    const unrestricted = isService || isAdministrator === 'true'
    const { rights, until } = await rightsOf({ userId, clientId: client, unrestricted })
    const caller: Caller = {
      kind: isService ? 'service' : 'user',
      key: isService ? `client:${clientId}` : `user:${userId}`,
      userId,
      username: username ?? null,
      name: name ?? '',
      // one whom the client narrows administers nothing through it
      isAdministrator: isAdministrator === 'true' && rights.unrestricted,
      clientId: client,
      ...(covers(claims.scope, 'write') ? {} : { readsOnly: true as const }),
      language: language ?? null,
      rights,
    }
    const believed = Math.min(start + BELIEF, until, Number(expiresAt) * 1000)
    if (generation === memory.generation) memory.callers.set(access, { caller, until: believed })
    return caller
  }

  return {
    peek,
    resolve: async (access) => {
      const known = peek(access)
      if (known !== undefined) return known
      if (!isHandle(access)) return null
      const turn = `${memory.generation}:${access}`
      const pending = resolving.get(turn) ?? read(access).finally(() => resolving.delete(turn))
      resolving.set(turn, pending)
      return pending
    },
  }
}
