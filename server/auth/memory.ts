import type { Rights } from '../catalog/rights.ts'
import type { Caller } from '../http.ts'
import { type BoundedMap, boundedMap } from './bounded-map.ts'
import type { Renewal, Session } from './session.ts'

/**
 * What authentication remembers between requests: plain values only, never a promise or a connection, so that a runtime
 * that opens its database per request can keep one for as long as it lives.
 */
export interface AuthMemory {
  /** By access handle; `until` in Unix milliseconds. */
  readonly callers: BoundedMap<{ readonly caller: Caller; readonly until: number }>
  /** By user id. */
  readonly rights: BoundedMap<{ readonly rights: Rights; readonly until: number }>
  /** By the cookie's text. */
  readonly sessions: BoundedMap<Session>
  /** What a rotated refresh handle was replaced by. */
  readonly renewals: BoundedMap<{ readonly renewal: Renewal; readonly until: number }>
  /** Times of failed attempts, oldest first, by what is limited. */
  readonly attempts: BoundedMap<readonly number[]>
  sessionKey: CryptoKey | null
  /** Grows when callers or rights are forgotten: what was being read meanwhile is then not kept. */
  generation: number
}

export function createAuthMemory(): AuthMemory {
  return {
    callers: boundedMap(20_000),
    rights: boundedMap(10_000),
    sessions: boundedMap(10_000),
    renewals: boundedMap(10_000),
    attempts: boundedMap(20_000),
    sessionKey: null,
    generation: 0,
  }
}
