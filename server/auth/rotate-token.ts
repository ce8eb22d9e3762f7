import { randomText } from './base64url.ts'
import { DEVICE_SECONDS, isOfDevice } from './devices/lifetime.ts'
import { holdUser } from './hold-user.ts'
import { grantedScope } from './scopes.ts'
import type { StoredToken } from './stored-token.ts'
import { successorOf } from './successor.ts'
import { type PreparedPair, preparePair, storePair, type TokenPair } from './token-pair.ts'
import type { Rotation, TokenParts, Tokens } from './tokens.ts'

type RotatorParts = TokenParts & Pick<Tokens, 'read' | 'revokeFamily'>

const INVALID_GRANT: Rotation = { kind: 'refused', because: 'invalid_grant' }

/** How refresh tokens are replaced: once each, however many ask and wherever they do (RFC 9700, section 4.14). */
export function rotator(parts: RotatorParts): Pick<Tokens, 'rotate' | 'successor'> {
  const { database, keys, settings, read, now } = parts
  const seconds = (): number => Math.floor(now() / 1000)

  /** The pair that took the place of a token less than `most` seconds ago. */
  async function again(refresh: string, token: StoredToken, most: number): Promise<TokenPair | null> {
    const { rotatedAt, renewalSalt } = token
    if (rotatedAt === null || renewalSalt === null || seconds() - rotatedAt >= most) return null
    const handles = await successorOf(refresh, renewalSalt)
    const access = await read(handles.access)
    if (access === null) return null
    const { expiresAt, claims } = access
    return { ...handles, expiresAt, expiresIn: Math.max(0, expiresAt - seconds()), scope: claims.scope }
  }

  /** Answers a token that was replaced before: again within the leeway, then never, and with it what it led to. */
  async function reused(refresh: string, token: StoredToken): Promise<Rotation> {
    const pair = await again(refresh, token, settings.reuseLeeway)
    if (pair !== null) return { kind: 'rotated', pair }
    await parts.revokeFamily(token.family)
    const { userId, clientId, family } = token
    parts.log?.warn('refresh replayed, its sign-in revoked', { userId, clientId, family })
    return INVALID_GRANT
  }

  async function replacement(refresh: string, token: StoredToken, accessScope: string, salt: string) {
    const { userId, clientId, family, claims } = token
    const issuedAt = seconds()
    const owner = {
      userId: Number(userId),
      clientId,
      issuer: claims.iss,
      scope: claims.scope,
      accessScope,
      family,
      issuedAt,
      expiresAt: issuedAt + settings.accessSeconds,
      refreshExpiresAt: issuedAt + (isOfDevice(claims) ? DEVICE_SECONDS : settings.refreshSeconds),
    }
    return preparePair(keys, owner, await successorOf(refresh, salt))
  }

  /** Stores the pair in the token's place; false when another request was first, or the token ended meanwhile. */
  async function replace(token: StoredToken, prepared: PreparedPair, salt: string): Promise<boolean> {
    const at = seconds()
    return database.transaction(async ({ kysely }) => {
      if (!(await holdUser(kysely, Number(token.userId)))) return false
      // who comes second waits here, and then finds the token replaced
      const replaced = await kysely
        .updateTable('auth_tokens')
        .set({ rotated_at: at, replaced_by: prepared.rows[1].handle_hash, renewal_salt: salt })
        .where('handle_hash', '=', token.hash)
        .where('rotated_at', 'is', null)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (replaced.numUpdatedRows === 0n) return false
      await kysely
        .updateTable('auth_tokens')
        .set({ renewal_salt: null })
        .where('family', '=', token.family)
        .where('rotated_at', '<', at - Math.max(settings.reuseLeeway, settings.refreshWindow))
        .where('renewal_salt', 'is not', null)
        .execute()
      await storePair(kysely, prepared)
      return true
    })
  }

  return {
    rotate: async (refresh, clientId, scope) => {
      const token = await read(refresh)
      if (token === null || token.kind !== 'refresh' || !token.isGood || token.clientId !== clientId)
        return INVALID_GRANT
      if (token.rotatedAt !== null) return reused(refresh, token)
      const accessScope = grantedScope(scope, token.claims.scope)
      if (accessScope === null) return { kind: 'refused', because: 'invalid_scope' }
      const salt = randomText(16)
      const prepared = await replacement(refresh, token, accessScope, salt)
      if (await replace(token, prepared, salt)) return { kind: 'rotated', pair: prepared.pair }
      const since = await read(refresh)
      return since === null || !since.isGood || since.rotatedAt === null ? INVALID_GRANT : reused(refresh, since)
    },

    successor: async (refresh) => {
      const token = await read(refresh)
      return token?.isGood === true ? again(refresh, token, settings.refreshWindow) : null
    },
  }
}
