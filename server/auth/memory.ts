import type { Caller } from '../http.ts'
import { type BoundedMap, boundedMap } from './bounded-map.ts'
import type { Renewal } from './session.ts'
import type { PublicKey } from './signing-keys.ts'

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
  /**
   * Whom an access token stands for and what it may do, by the token's hash; `until` in Unix milliseconds. Nothing else
   * is kept of a user [AUTH29].
   */
  readonly callers: BoundedMap<{ readonly caller: Caller; readonly until: number }>
  /** What replaced a session's refresh token, by its hash, for as long as that may be asked again [AUTH15]. */
  readonly renewals: BoundedMap<{ readonly renewal: Renewal; readonly until: number }>
  /** By the hash of an access handle: when its use was noted last, in Unix seconds. */
  readonly uses: BoundedMap<number>
  /** Until when attempts are refused, in Unix milliseconds, by what is limited. */
  readonly refused: BoundedMap<number>
  sessionKey: CryptoKey | null
  /** The page server's client secret. */
  pageSecret: string | null
  signingKey: SigningKey | null
  /** By key id. */
  readonly publicKeys: BoundedMap<CryptoKey>
  published: { readonly keys: readonly PublicKey[]; readonly until: number } | null
  /** By client id: a secret that was right, as a digest, and the stored hash it was right for. */
  readonly clientSecrets: BoundedMap<{ readonly digest: string; readonly hash: string }>
  /** Grows when callers are forgotten: what was being read meanwhile is then not kept. */
  generation: number
  /** When they were forgotten last, in Unix milliseconds. */
  forgottenAt: number
}

export function createAuthMemory(): AuthMemory {
  return {
    callers: boundedMap(20_000),
    renewals: boundedMap(10_000),
    uses: boundedMap(20_000),
    refused: boundedMap(20_000),
    sessionKey: null,
    pageSecret: null,
    signingKey: null,
    publicKeys: boundedMap(100),
    published: null,
    clientSecrets: boundedMap(1_000),
    generation: 0,
    forgottenAt: Number.NEGATIVE_INFINITY,
  }
}
