import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { handleHash, isHandle, newHandle } from './handle.ts'
import type { AuthMemory } from './memory.ts'

/** How long a refresh token (and the access token beside it) outlives its replacement, in seconds. */
export const REFRESH_REUSE_LEEWAY = 30

export interface TokenOwner {
  readonly userId: number
  /** The OAuth client it was issued to; null for the session of a browser. */
  readonly clientId: string | null
}

/** Two opaque handles; times in Unix seconds. */
export interface TokenPair {
  readonly access: string
  readonly refresh: string
  readonly expiresAt: number
  readonly refreshExpiresAt: number
}

export interface TokenLifetimes {
  readonly accessSeconds: number
  readonly refreshSeconds: number
}

export interface Tokens {
  readonly issue: (owner: TokenOwner) => Promise<TokenPair>
  /**
   * Replaces a refresh token issued to that client (and the access token beside it) in one transaction; null when it
   * is unknown, expired, revoked or its user disabled. The old ones live on for the leeway, so that requests already
   * under way with them do not fail.
   */
  readonly rotate: (refresh: string, clientId: string | null, access?: string) => Promise<TokenPair | null>
  /** At once on this instance, within the time callers are believed on others. */
  readonly revoke: (handles: readonly string[]) => Promise<void>
}

export function createTokens(
  database: Database,
  memory: AuthMemory,
  { accessSeconds, refreshSeconds }: TokenLifetimes,
  now: () => number,
): Tokens {
  const seconds = (): number => Math.floor(now() / 1000)

  function newPair(at: number): TokenPair {
    return {
      access: newHandle(),
      refresh: newHandle(),
      expiresAt: at + accessSeconds,
      refreshExpiresAt: at + refreshSeconds,
    }
  }

  return {
    issue: async ({ userId, clientId }) => {
      const at = seconds()
      const pair = newPair(at)
      await insertPair(database.kysely, pair, userId, clientId, at)
      // Each sign-in clears away the user's dead tokens, so that the table needs no keeper.
      await database.kysely
        .deleteFrom('auth_tokens')
        .where('user_id', '=', userId)
        .where('expires_at', '<', at)
        .execute()
      return pair
    },

    rotate: async (refresh, clientId, access) => {
      if (!isHandle(refresh)) return null
      const at = seconds()
      const pair = newPair(at)
      const refreshHash = await handleHash(refresh)
      const accessHash = access === undefined ? null : await handleHash(access)
      return database.transaction(async ({ kysely }) => {
        const shortened = await kysely
          .updateTable('auth_tokens')
          .set({ expires_at: sql<number>`least(expires_at, ${at + REFRESH_REUSE_LEEWAY})` })
          .where('handle_hash', '=', refreshHash)
          .where('kind', '=', 'refresh')
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', at)
          .where('client_id', 'is not distinct from', clientId)
          .where('user_id', 'in', kysely.selectFrom('users').select('id').where('is_disabled', '=', false))
          .returning('user_id')
          .executeTakeFirst()
        if (shortened === undefined || shortened.user_id === null) return null
        const userId = Number(shortened.user_id)
        if (accessHash !== null) {
          await kysely
            .updateTable('auth_tokens')
            .set({ expires_at: sql<number>`least(expires_at, ${at + REFRESH_REUSE_LEEWAY})` })
            .where('handle_hash', '=', accessHash)
            .where('user_id', '=', userId)
            .execute()
        }
        await insertPair(kysely, pair, userId, clientId, at)
        return pair
      })
    },

    revoke: async (handles) => {
      const hashes = await Promise.all(handles.filter(isHandle).map(handleHash))
      if (hashes.length === 0) return
      await database.kysely
        .updateTable('auth_tokens')
        .set({ revoked_at: seconds() })
        .where('handle_hash', 'in', hashes)
        .where('revoked_at', 'is', null)
        .execute()
      memory.generation += 1
      for (const handle of handles) memory.callers.delete(handle)
    },
  }
}

async function insertPair(
  kysely: Kysely<Tables>,
  pair: TokenPair,
  userId: number,
  clientId: string | null,
  at: number,
): Promise<void> {
  const shared = { user_id: userId, client_id: clientId, issued_at: at, revoked_at: null }
  const [access, refresh] = await Promise.all([handleHash(pair.access), handleHash(pair.refresh)])
  await kysely
    .insertInto('auth_tokens')
    .values([
      { ...shared, handle_hash: access, kind: 'access', expires_at: pair.expiresAt },
      { ...shared, handle_hash: refresh, kind: 'refresh', expires_at: pair.refreshExpiresAt },
    ])
    .execute()
}
