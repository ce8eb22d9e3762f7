import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { AuthTokens, Tables } from '../db/tables.ts'
import type { Log } from '../log.ts'
import { randomText } from './base64url.ts'
import { handleHash, isHandle } from './handle.ts'
import type { AuthMemory } from './memory.ts'
import { rotator } from './rotate-token.ts'
import { ALL_SCOPES } from './scopes.ts'
import { dropEnded, recordSignIn } from './sessions-store.ts'
import type { SigningKeys } from './signing-keys.ts'
import { readToken, type StoredToken } from './stored-token.ts'
import { newHandles, type PairOwner, type PreparedPair, preparePair, storePair, type TokenPair } from './token-pair.ts'

export interface TokenOwner {
  readonly userId: number
  /** The OAuth client it is issued to. */
  readonly clientId: string | null
  /** All scopes unless given. */
  readonly scope?: string
  /** Who issues it; the service's own name unless given. */
  readonly issuer?: string
  /** The sign-in it belongs to; one of its own unless given. */
  readonly family?: string
  /** The life of its refresh tokens in seconds; that of the settings unless given. */
  readonly refreshSeconds?: number
}

export interface TokenSettings {
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** For how long a refresh token that was replaced is answered again, in seconds [AUTH16]. */
  readonly reuseLeeway: number
  /** For how long the page server asks which tokens replaced its own, in seconds [AUTH15]. */
  readonly refreshWindow: number
}

export type Rotation =
  | { readonly kind: 'rotated'; readonly pair: TokenPair }
  | { readonly kind: 'refused'; readonly because: 'invalid_grant' | 'invalid_scope' }

export interface Tokens {
  readonly issue: (owner: TokenOwner) => Promise<TokenPair>
  /** The same in two steps, for a transaction that does more: signs first, then stores. */
  readonly prepare: (owner: TokenOwner) => Promise<PreparedPair>
  readonly store: (kysely: Kysely<Tables>, prepared: PreparedPair) => Promise<void>
  /**
   * Replaces a refresh token that was issued to that client. One that was replaced no longer than the leeway ago is
   * answered with the same pair again; a later use is a replay and revokes all that descends from the sign-in [A1.h].
   * The access token's scope is the refresh token's, or as much of it as was asked for.
   */
  readonly rotate: (refresh: string, clientId: string | null, scope?: string) => Promise<Rotation>
  /** What a refresh token was replaced by within the window, wherever that was done; null: nothing. */
  readonly successor: (refresh: string) => Promise<TokenPair | null>
  /** The token a handle stands for, good or not. */
  readonly read: (handle: string) => Promise<StoredToken | null>
  /** At once on this instance, within the time callers are believed on others. */
  readonly revoke: (handles: readonly string[]) => Promise<void>
  /** Revokes every token that descends from one sign-in. */
  readonly revokeFamily: (family: string) => Promise<void>
  /** Revokes every token that a client has of a user. */
  readonly revokeOf: (userId: number, clientId: string) => Promise<void>
  /** Revokes every token of a user, but those of one sign-in if it is given. */
  readonly revokeUser: (userId: number, except: string | null) => Promise<void>
}

const OWN_NAME = 'marquee'

export interface TokenParts {
  readonly database: Database
  readonly memory: AuthMemory
  readonly keys: SigningKeys
  readonly settings: TokenSettings
  readonly log: Pick<Log, 'warn'> | null
  readonly now: () => number
}

export function createTokens(parts: TokenParts): Tokens {
  const { database, memory, keys, settings, now } = parts
  const seconds = (): number => Math.floor(now() / 1000)

  const read = async (handle: string): Promise<StoredToken | null> =>
    isHandle(handle) ? readToken(database, keys, handleHash(handle), seconds()) : null

  const prepare = (owner: TokenOwner): Promise<PreparedPair> => {
    const { scope = ALL_SCOPES, issuer = OWN_NAME, family = randomText(16), refreshSeconds, ...whom } = owner
    const issuedAt = seconds()
    const pair: PairOwner = {
      ...whom,
      issuer,
      scope,
      accessScope: scope,
      family,
      issuedAt,
      expiresAt: issuedAt + settings.accessSeconds,
      refreshExpiresAt: issuedAt + (refreshSeconds ?? settings.refreshSeconds),
    }
    return preparePair(keys, pair, newHandles())
  }

  async function store(kysely: Kysely<Tables>, prepared: PreparedPair): Promise<void> {
    await storePair(kysely, prepared)
    // each sign-in clears away the user's dead tokens, so that the table needs no keeper
    const userId = prepared.rows[0].user_id
    const own = kysely.deleteFrom('auth_tokens').where('user_id', '=', userId)
    const { numDeletedRows: dead } = await own.where('expires_at', '<', seconds()).executeTakeFirst()
    await recordSignIn(kysely, prepared.rows[0])
    if (dead > 0n) await dropEnded(kysely, userId)
  }

  async function revokeAll(
    which: Partial<Pick<AuthTokens, 'family' | 'user_id' | 'client_id'>>,
    except: string | null = null,
  ): Promise<void> {
    await database.transaction(async ({ kysely }) => {
      // a refresh under way holds one of these rows: what it stores is revoked as well
      await kysely
        .selectFrom('auth_tokens')
        .select('handle_hash')
        .where((row) => row.and({ ...which, kind: 'refresh' }))
        .$if(except !== null, (query) => query.where('family', '<>', except))
        .orderBy('handle_hash')
        .forUpdate()
        .execute()
      await kysely
        .updateTable('auth_tokens')
        .set({ revoked_at: seconds() })
        .where((row) => row.and(which))
        .$if(except !== null, (query) => query.where('family', '<>', except))
        .where('revoked_at', 'is', null)
        .execute()
    })
    memory.generation += 1
    memory.callers.clear()
  }
  const revokeFamily = (family: string): Promise<void> => revokeAll({ family })

  return {
    issue: async (owner) => {
      const prepared = await prepare(owner)
      await store(database.kysely, prepared)
      return prepared.pair
    },
    prepare,
    store,
    ...rotator({ ...parts, read, revokeFamily }),
    read,
    revoke: async (handles) => {
      const hashes = handles.filter(isHandle).map(handleHash)
      if (hashes.length === 0) return
      await database.kysely
        .updateTable('auth_tokens')
        .set({ revoked_at: seconds() })
        .where('handle_hash', 'in', hashes)
        .where('revoked_at', 'is', null)
        .execute()
      memory.generation += 1
      for (const hash of hashes) memory.callers.delete(hash)
    },
    revokeFamily,
    revokeOf: (userId, clientId) => revokeAll({ user_id: userId, client_id: clientId }),
    revokeUser: (userId, except) => revokeAll({ user_id: userId }, except),
  }
}
