import type { Rights } from '../catalog/rights.ts'
import type { Caller } from '../http.ts'
import type { Bearer, ReadBearer } from './bearers.ts'
import { PAGE_CLIENT } from './clients.ts'
import { handleHash } from './handle.ts'
import type { AuthMemory } from './memory.ts'
import { BELIEF, type Holder } from './rights.ts'
import { covers } from './scopes.ts'

export interface Callers {
  /** The caller when it is in memory: what a warm request costs is this look-up. */
  readonly peek: (access: string) => Caller | undefined
  /** Whose access token it is; null when unknown, expired, revoked or of a disabled user. */
  readonly resolve: (access: string) => Promise<Caller | null>
  /** The same, whatever is believed. */
  readonly resolveAfresh: (access: string) => Promise<Caller | null>
}

/**
 * Resolves access tokens to callers and believes the answer for at most `BELIEF` milliseconds. It is kept by the token's
 * hash, and so are the rights in it; nothing is kept of a user beside it [AUTH29].
 */
export function createCallers(
  memory: AuthMemory,
  bearerOf: ReadBearer,
  rightsOf: (holder: Holder) => Promise<Rights>,
  now: () => number,
): Callers {
  const resolving = new Map<string, Promise<Caller | null>>()

  const knownBy = (hash: string): Caller | undefined => {
    const known = memory.callers.get(hash)
    return known !== undefined && known.until > now() ? known.caller : undefined
  }

  async function read(access: string, hash: string): Promise<Caller | null> {
    const { generation } = memory
    const start = now()
    const bearer = await bearerOf(access, hash)
    if (bearer === null) return null
    const caller = callerOf(bearer, await rightsOf(holderOf(bearer)))
    const until = Math.min(start + BELIEF, bearer.expiresAt * 1000)
    if (generation === memory.generation) memory.callers.set(hash, { caller, until })
    return caller
  }

  return {
    peek: (access) => knownBy(handleHash(access)),
    resolve: async (access) => {
      const hash = handleHash(access)
      const known = knownBy(hash)
      if (known !== undefined) return known
      // a read begun before rights changed must not answer a request that came after
      const turn = `${memory.generation}:${hash}`
      const pending = resolving.get(turn) ?? read(access, hash).finally(() => resolving.delete(turn))
      resolving.set(turn, pending)
      return pending
    },
    resolveAfresh: (access) => read(access, handleHash(access)),
  }
}

function holderOf({ user, isService, clientId }: Bearer): Holder {
  return {
    userId: user?.id ?? 0,
    clientId: clientThrough(clientId),
    unrestricted: isService || user?.isAdministrator === true,
  }
}

function callerOf({ user, isService, clientId, scope }: Bearer, rights: Rights): Caller {
  return {
    kind: isService ? 'service' : 'user',
    key: isService ? `client:${clientId}` : `user:${user?.id}`,
    userId: user?.id ?? null,
    username: user?.username ?? null,
    name: user?.name ?? '',
    // one whom the client narrows administers nothing through it
    isAdministrator: user?.isAdministrator === true && rights.unrestricted,
    clientId: clientThrough(clientId),
    ...(covers(scope, 'write') ? {} : { readsOnly: true as const }),
    language: user?.language ?? null,
    rights,
  }
}

/** A browser's session is nobody's but its user's. */
function clientThrough(clientId: string | null): string | null {
  return clientId === PAGE_CLIENT ? null : clientId
}
