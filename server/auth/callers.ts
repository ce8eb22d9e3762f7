import type { Database } from '../db/database.ts'
import type { Caller } from '../http.ts'
import { handleHash, isHandle } from './handle.ts'
import type { AuthMemory } from './memory.ts'
import { BELIEF, type RightsUntil } from './rights.ts'

/** Client type of services, whose callers are unrestricted (specification, "Authentication"). */
export const SERVICE_CLIENT = 3

const TOKEN = `
select t.expires_at::text, u.id::text, u.username, u.name, u.is_administrator::text, c.client_id, c.client_type::text,
  u.preferences ->> 'language'
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
  rightsOf: (userId: number, unrestricted: boolean) => Promise<RightsUntil>,
  now: () => number,
): Callers {
  const resolving = new Map<string, Promise<Caller | null>>()

  const peek = (access: string): Caller | undefined => {
    const known = memory.callers.get(access)
    return known !== undefined && known.until > now() ? known.caller : undefined
  }

  async function read(access: string): Promise<Caller | null> {
    const { generation } = memory
    const start = now()
    const values = [await handleHash(access), Math.floor(start / 1000)]
    const [row] = await database.read({ name: 'auth_token', text: TOKEN, values })
    if (row === undefined) return null
    const [expiresAt, id, username, name, isAdministrator, clientId, clientType, language] = row
    const isService = Number(clientType) === SERVICE_CLIENT
    const userId = Number(id)
    const { rights, until } = await rightsOf(userId, isService || isAdministrator === 'true')
    const caller: Caller = {
      kind: isService ? 'service' : 'user',
      key: isService ? `client:${clientId}` : `user:${userId}`,
      userId,
      username: username ?? null,
      name: name ?? '',
      isAdministrator: isAdministrator === 'true',
      clientId: clientId ?? null,
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
