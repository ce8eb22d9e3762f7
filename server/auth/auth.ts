import type { Context } from 'hono'
import { type OauthConfig, oauthConfig } from '../config-oauth.ts'
import type { ProvidersConfig } from '../config-providers.ts'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import type { Log } from '../log.ts'
import { type AddressOf, addressFinder } from './address.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { storedBearers } from './bearers.ts'
import { type Callers, createCallers } from './callers.ts'
import { introspectedBearers } from './introspected-bearers.ts'
import { type AuthMemory, createAuthMemory } from './memory.ts'
import { ownOrigin } from './origin.ts'
import { createPageClient } from './page-client.ts'
import { readItems } from './permission-items.ts'
import { createProviders, NO_PROVIDERS, type Providers } from './providers/providers.ts'
import { createLimiter, type Limiter } from './rate-limit.ts'
import { BELIEF, type ItemSource, rightsReader } from './rights.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'
import { createTokens, type Tokens } from './tokens.ts'

export interface AuthOptions {
  readonly database: Database
  readonly accessTokenMinutes?: number
  readonly sessionHours?: number
  /** As the environment says unless given. */
  readonly oauth?: Partial<OauthConfig>
  /** Outside providers to sign in through; none unless given. */
  readonly providers?: ProvidersConfig
  readonly log?: Pick<Log, 'warn'>
  /** Believe `x-forwarded-proto` and the last of `x-forwarded-for`: only behind a proxy that sets them. */
  readonly trustProxy?: boolean
  /** The authorization server when it is another process: tokens are checked with it, and renewed. */
  readonly server?: AuthorizationServer | null
  /** Where permission items come from when it is not this database. */
  readonly items?: ItemSource
  /** Where a request came from, on runtimes whose servers do not hand the connection to the app. */
  readonly addressOf?: AddressOf
  /** Kept by a runtime that creates an `Auth` for each request. */
  readonly memory?: AuthMemory
  /** Unix time in milliseconds. */
  readonly now?: () => number
}

/** What giving tokens takes. */
export interface AuthCore {
  readonly database: Database
  readonly memory: AuthMemory
  readonly keys: SigningKeys
  readonly tokens: Tokens
  readonly attempt: Limiter
  readonly log: Pick<Log, 'warn'> | null
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** Everything the routes and the middleware of authentication share. */
export interface Auth extends AuthCore {
  readonly callers: Callers
  readonly sessions: Sessions
  readonly oauth: OauthConfig
  readonly providers: Providers
  /** The authorization server's name (RFC 8414): the configured one, or the origin it is asked at. */
  readonly issuerOf: (c: Context<AppEnv>) => string
  readonly addressOf: AddressOf
  readonly trustProxy: boolean
  readonly accessSeconds: number
  readonly sessionSeconds: number
  /** To be called after users, groups, permissions or sources were written: the next request reads them afresh [P5]. */
  readonly forget: () => void
  /** Whether that was so short a time ago that other processes may not have noticed by themselves. */
  readonly forgotLately: () => boolean
}

/** Puts the parts together; nothing is read or written before a request needs it. */
export function createAuth(options: AuthOptions): Auth {
  const { database, memory = createAuthMemory(), now = Date.now, trustProxy = false, server = null } = options
  const items = options.items ?? ((owners) => readItems(database, owners))
  const accessSeconds = (options.accessTokenMinutes ?? 60) * 60
  const sessionSeconds = (options.sessionHours ?? 24) * 3600
  const oauth = { ...oauthConfig({}), ...options.oauth }
  const { refreshTokenReuseLeeway: reuseLeeway, tokenRefreshWindow: refreshWindow } = oauth
  // A session's last use lies at most one access token's life after its refresh token was issued.
  const refreshSeconds = sessionSeconds + accessSeconds
  const keys = createSigningKeys(database, memory, oauth.signingKeyDays * 86_400, now)
  const settings = { accessSeconds, refreshSeconds, reuseLeeway, refreshWindow }
  const log = options.log ?? null
  const tokens = createTokens({ database, memory, keys, settings, log, now })
  const core: AuthCore = {
    database,
    memory,
    keys,
    tokens,
    attempt: createLimiter({ database, memory, log, now }),
    log,
    now,
  }
  const bearerOf = server === null ? storedBearers(database, keys, now) : introspectedBearers(server, database)
  const sessionSettings = { accessSeconds, sessionSeconds, refreshWindow }
  return {
    ...core,
    callers: createCallers(memory, bearerOf, rightsReader(items), now),
    sessions: createSessions(database, memory, tokens, createPageClient(core, server), sessionSettings, now),
    oauth,
    providers: createProviders(options.providers ?? NO_PROVIDERS, now),
    issuerOf: (c) => oauth.issuer ?? ownOrigin(c, trustProxy),
    addressOf: options.addressOf ?? addressFinder(trustProxy),
    trustProxy,
    accessSeconds,
    sessionSeconds,
    forgotLately: () => now() - memory.forgottenAt <= BELIEF,
    forget: () => {
      memory.generation += 1
      memory.forgottenAt = now()
      memory.callers.clear()
    },
  }
}
