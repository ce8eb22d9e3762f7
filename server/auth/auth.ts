import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { type AddressOf, addressFinder } from './address.ts'
import { type Callers, createCallers } from './callers.ts'
import { type AuthMemory, createAuthMemory } from './memory.ts'
import { createLimiter, type Limiter } from './rate-limit.ts'
import { rightsReader } from './rights.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'
import { createTokens, type Tokens } from './tokens.ts'

export interface AuthOptions {
  readonly database: Database
  readonly accessTokenMinutes?: number
  readonly sessionHours?: number
  /** Seconds in which a refresh token that was replaced is answered again [AUTH16]; 30 unless given. */
  readonly refreshTokenReuseLeeway?: number
  /** Seconds in which requests with an old session get what it was refreshed to [AUTH15]; 120 unless given. */
  readonly tokenRefreshWindow?: number
  /** Days after which tokens are signed with a new key; 90 unless given. */
  readonly signingKeyDays?: number
  readonly log?: Pick<Log, 'warn'>
  /** Believe `x-forwarded-proto` and the last of `x-forwarded-for`: only behind a proxy that sets them. */
  readonly trustProxy?: boolean
  /** Where a request came from, on runtimes whose servers do not hand the connection to the app. */
  readonly addressOf?: AddressOf
  /** Kept by a runtime that creates an `Auth` for each request. */
  readonly memory?: AuthMemory
  /** Unix time in milliseconds. */
  readonly now?: () => number
}

/** Everything the routes and the middleware of authentication share. */
export interface Auth {
  readonly database: Database
  readonly callers: Callers
  readonly keys: SigningKeys
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly attempt: Limiter
  readonly addressOf: AddressOf
  readonly trustProxy: boolean
  readonly accessSeconds: number
  readonly sessionSeconds: number
  readonly now: () => number
  /** To be called after users, groups, permissions or sources were written: the next request reads them afresh [P5]. */
  readonly forget: () => void
}

/** Puts the parts together; nothing is read or written before a request needs it. */
export function createAuth(options: AuthOptions): Auth {
  const { database, memory = createAuthMemory(), now = Date.now, trustProxy = false } = options
  const accessSeconds = (options.accessTokenMinutes ?? 60) * 60
  const sessionSeconds = (options.sessionHours ?? 24) * 3600
  const reuseLeeway = options.refreshTokenReuseLeeway ?? 30
  const refreshWindow = options.tokenRefreshWindow ?? 120
  // A session's last use lies at most one access token's life after its refresh token was issued.
  const refreshSeconds = sessionSeconds + accessSeconds
  const keys = createSigningKeys(database, memory, (options.signingKeyDays ?? 90) * 86_400, now)
  const settings = { accessSeconds, refreshSeconds, reuseLeeway, refreshWindow }
  const tokens = createTokens({ database, memory, keys, settings, log: options.log ?? null, now })
  return {
    database,
    keys,
    tokens,
    callers: createCallers(database, memory, keys, rightsReader(database, memory, now), now),
    sessions: createSessions(database, memory, tokens, { accessSeconds, sessionSeconds, refreshWindow }, now),
    attempt: createLimiter(memory, now),
    addressOf: options.addressOf ?? addressFinder(trustProxy),
    trustProxy,
    accessSeconds,
    sessionSeconds,
    now,
    forget: () => {
      memory.generation += 1
      memory.callers.clear()
      memory.rights.clear()
    },
  }
}
