import type { Kysely } from 'kysely'
import type { AuthTokens, Tables } from '../db/tables.ts'
import { handleHash, newHandle } from './handle.ts'
import type { SigningKeys } from './signing-keys.ts'
import { TOKEN_TYPE, type TokenClaims, type TokenKind } from './token-claims.ts'

/** Two opaque tokens. */
export interface Handles {
  readonly access: string
  readonly refresh: string
}

export interface TokenPair extends Handles {
  /** When the access token expires, in Unix seconds. */
  readonly expiresAt: number
  /** Seconds it is good for from when the pair was given. */
  readonly expiresIn: number
  /** Of the access token. */
  readonly scope: string
}

/** Whom a pair is for, and how long it lives; times in Unix seconds. */
export interface PairOwner {
  readonly userId: number
  readonly clientId: string | null
  readonly issuer: string
  /** Of the refresh token, hence of what it may be replaced by. */
  readonly scope: string
  readonly accessScope: string
  readonly family: string
  readonly issuedAt: number
  readonly expiresAt: number
  readonly refreshExpiresAt: number
}

/** A pair that is signed and only has to be stored. */
export interface PreparedPair {
  readonly pair: TokenPair
  readonly rows: readonly [AuthTokens, AuthTokens]
}

export function newHandles(): Handles {
  return { access: newHandle(), refresh: newHandle() }
}

/** Signs what both handles refer to. To be done before a transaction begins: keys may have to be read, or made. */
export async function preparePair(keys: SigningKeys, owner: PairOwner, handles: Handles): Promise<PreparedPair> {
  const { expiresAt, refreshExpiresAt, accessScope: scope } = owner
  const rows = await Promise.all([
    signedRow(keys, owner, 'access', handles.access, { exp: expiresAt, scope }),
    signedRow(keys, owner, 'refresh', handles.refresh, { exp: refreshExpiresAt, scope: owner.scope }),
  ])
  return { pair: { ...handles, expiresAt, expiresIn: expiresAt - owner.issuedAt, scope }, rows }
}

export async function storePair(kysely: Kysely<Tables>, { rows }: PreparedPair): Promise<void> {
  await kysely
    .insertInto('auth_tokens')
    .values([...rows])
    .execute()
}

async function signedRow(
  keys: SigningKeys,
  { userId, clientId, issuer, family, issuedAt }: PairOwner,
  kind: TokenKind,
  handle: string,
  { exp, scope }: Pick<TokenClaims, 'exp' | 'scope'>,
): Promise<AuthTokens> {
  const hash = handleHash(handle)
  const claims: TokenClaims = {
    iss: issuer,
    aud: issuer,
    sub: String(userId),
    ...(clientId === null ? {} : { client_id: clientId }),
    scope,
    sid: family,
    iat: issuedAt,
    exp,
    jti: hash,
  }
  const { jwt, kid } = await keys.sign(TOKEN_TYPE[kind], { ...claims })
  return {
    handle_hash: hash,
    kind,
    user_id: userId,
    client_id: clientId,
    family,
    jwt,
    kid,
    issued_at: issuedAt,
    expires_at: exp,
    revoked_at: null,
    rotated_at: null,
    replaced_by: null,
    renewal_salt: null,
  }
}
