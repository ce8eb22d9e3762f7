import type { Rights } from '../catalog/rights.ts'
import type { Caller } from '../http.ts'
import { type BoundedMap, boundedMap } from './bounded-map.ts'
import type { Renewal, Session } from './session.ts'
import type { PublicKey } from './signing-keys.ts'
import type { TokenClaims } from './token-claims.ts'

/** The key that new tokens are signed with; times in Unix seconds. */
export interface SigningKey {
  readonly kid: string
  readonly createdAt: number
  readonly privateKey: CryptoKey
  readonly believedUntil: number
}

/**
 * What authentication remembers between requests: plain values only, never a promise or a connection, so that a runtime
 * that opens its database per request can keep one for as long as it lives.
 */
export interface AuthMemory {
  /** By access handle; `until` in Unix milliseconds. */
  readonly callers: BoundedMap<{ readonly caller: Caller; readonly until: number }>
  /** By user and client. */
  readonly rights: BoundedMap<{ readonly rights: Rights; readonly until: number }>
  /** By the cookie's text. */
  readonly sessions: BoundedMap<Session>
  /** What a rotated refresh handle was replaced by. */
  readonly renewals: BoundedMap<{ readonly renewal: Renewal; readonly until: number }>
  /** By the hash of an access handle: when its use was noted last, in Unix seconds. */
  readonly uses: BoundedMap<number>
  /** Times of failed attempts, oldest first, by what is limited. */
  readonly attempts: BoundedMap<readonly number[]>
  sessionKey: CryptoKey | null
  /** The page server's client secret. */
  pageSecret: string | null
  signingKey: SigningKey | null
  /** By key id. */
  readonly publicKeys: BoundedMap<CryptoKey>
  published: { readonly keys: readonly PublicKey[]; readonly until: number } | null
  /** By handle: what was found signed, so that it is checked once on an instance. */
  readonly claims: BoundedMap<TokenClaims>
  /** By client id: a secret that was right, as a digest, and the stored hash it was right for. */
  readonly clientSecrets: BoundedMap<{ readonly digest: string; readonly hash: string }>
  /** Grows when callers or rights are forgotten: what was being read meanwhile is then not kept. */
  generation: number
}

export function createAuthMemory(): AuthMemory {
  return {
    callers: boundedMap(20_000),
    rights: boundedMap(10_000),
    sessions: boundedMap(10_000),
    renewals: boundedMap(10_000),
    uses: boundedMap(20_000),
    attempts: boundedMap(20_000),
    sessionKey: null,
    pageSecret: null,
    signingKey: null,
    publicKeys: boundedMap(100),
    published: null,
    claims: boundedMap(20_000),
    clientSecrets: boundedMap(1_000),
    generation: 0,
  }
}
