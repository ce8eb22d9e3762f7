import type { Database } from '../db/database.ts'
import { type AddressOf, addressFinder } from './address.ts'
import { type Callers, createCallers } from './callers.ts'
import { type AuthMemory, createAuthMemory } from './memory.ts'
import { createLimiter, type Limiter } from './rate-limit.ts'
import { rightsReader } from './rights.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createTokens, type Tokens } from './tokens.ts'

export interface AuthOptions {
  readonly database: Database
  readonly accessTokenMinutes?: number
  readonly sessionHours?: number
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
  // A session's last use lies at most one access token's life after its refresh token was issued.
  const tokens = createTokens(database, memory, { accessSeconds, refreshSeconds: sessionSeconds + accessSeconds }, now)
  return {
    database,
    tokens,
    callers: createCallers(database, memory, rightsReader(database, memory, now), now),
    sessions: createSessions(database, memory, tokens, { accessSeconds, sessionSeconds }, now),
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
