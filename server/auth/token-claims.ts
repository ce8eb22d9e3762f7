/** What a handle refers to, as it is signed; times in Unix seconds. */
export interface TokenClaims {
  readonly iss: string
  /** Whom it is for: this service itself. */
  readonly aud: string
  /** The user's id. */
  readonly sub: string
  /** Absent for tokens that no client asked for. */
  readonly client_id?: string
  readonly scope: string
  /** The sign-in it descends from: tokens of one are revoked together. */
  readonly sid: string
  readonly iat: number
  readonly exp: number
  /** Hash of the handle, which binds the claims to it. */
  readonly jti: string
}

export type TokenKind = 'access' | 'refresh'

/** The `typ` of each kind (RFC 9068, section 2.1, and the like). */
export const TOKEN_TYPE: Readonly<Record<TokenKind, string>> = { access: 'at+jwt', refresh: 'rt+jwt' }

/** What the row of a handle says beside its claims. */
export interface TokenRow {
  readonly hash: string
  readonly userId: string
  readonly clientId: string | null
  readonly family: string
  readonly expiresAt: number
}

/** The claims, when they are those of this row: whoever can write rows, but has no key, must not come by rights. */
export function claimsOf(claims: Readonly<Record<string, unknown>> | null, row: TokenRow): TokenClaims | null {
  if (claims === null) return null
  const { jti, sub, client_id: clientId, sid, exp } = claims
  const same = jti === row.hash && sub === row.userId && (clientId ?? null) === row.clientId && sid === row.family
  // a row may end before its claims do, since a token that was replaced ends early
  return same && typeof exp === 'number' && row.expiresAt <= exp ? (claims as unknown as TokenClaims) : null
}
