import type { Database } from '../db/database.ts'
import type { SigningKeys } from './signing-keys.ts'
import { claimsOf, TOKEN_TYPE, type TokenClaims, type TokenKind, type TokenRow } from './token-claims.ts'

const READ = `
select t.handle_hash, t.user_id::text, t.client_id, t.family, t.expires_at::text, t.kind, t.jwt,
  t.rotated_at::text, t.renewal_salt, t.revoked_at::text, u.username, u.is_disabled::text,
  c.client_type::text
from auth_tokens t join users u on u.id = t.user_id left join oauth_clients c on c.client_id = t.client_id
where t.handle_hash = $1`

/** All that is known of a token; times in Unix seconds. */
export interface StoredToken extends TokenRow {
  readonly kind: TokenKind
  readonly claims: TokenClaims
  readonly username: string
  /** The type of its client; null: there is none. */
  readonly clientType: number | null
  /** When a refresh token was replaced; null: not yet. */
  readonly rotatedAt: number | null
  /** What the replacement's handles are derived with, for as long as they may be asked for again. */
  readonly renewalSalt: string | null
  /** Neither expired nor revoked nor of a disabled user nor of a client that is gone. */
  readonly isGood: boolean
}

/** The token of a handle's hash, its signature checked; null when there is none, or one that nobody of us wrote. */
export async function readToken(
  database: Pick<Database, 'read'>,
  keys: SigningKeys,
  hash: string,
  at: number,
): Promise<StoredToken | null> {
  const [row] = await database.read({ name: 'stored_token', text: READ, values: [hash] })
  if (row === undefined) return null
  const [, userId, clientId, family, expiresAt, kindText, jwt, rotatedAt, renewalSalt, revokedAt] = row
  const [username, isDisabled, clientType = null] = row.slice(10)
  const kind: TokenKind = kindText === 'refresh' ? 'refresh' : 'access'
  const own: TokenRow = {
    hash,
    userId: userId ?? '',
    clientId: clientId ?? null,
    family: family ?? '',
    expiresAt: Number(expiresAt),
  }
  const hasClient = own.clientId === null || clientType !== null
  const claims = claimsOf(await keys.verify(TOKEN_TYPE[kind], jwt ?? ''), own)
  if (claims === null) return null
  return {
    ...own,
    kind,
    claims,
    username: username ?? '',
    clientType: clientType === null ? null : Number(clientType),
    rotatedAt: rotatedAt == null ? null : Number(rotatedAt),
    renewalSalt: renewalSalt ?? null,
    isGood: revokedAt === null && isDisabled !== 'true' && hasClient && own.expiresAt > at,
  }
}
