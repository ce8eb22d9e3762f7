import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Count, countAttempt, tidyAttempts, uncountAttempt } from './attempt-counts.ts'
import type { Limit } from './limits.ts'
import type { AuthMemory } from './memory.ts'

export { addressLimits, clientLimit, otpLimit, providerLimits, recoveryLimits, signInLimits } from './limits.ts'

/** How often what is over is looked for, in milliseconds. */
const TIDY = 3_600_000

export type Attempt<T> =
  | { readonly kind: 'made'; readonly result: T | null }
  | { readonly kind: 'refused'; readonly retryAfter: number }

/** Runs `verify` unless one of the limits is reached; null from it is a failure. `retryAfter` is in seconds. */
export type Limiter = <T>(limits: readonly Limit[], verify: () => Promise<T | null>) => Promise<Attempt<T>>

export interface LimiterNeeds {
  readonly database: Database
  readonly memory: Pick<AuthMemory, 'refused'>
  readonly log: Pick<Log, 'warn'> | null
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/**
 * Counts failures in the database, which all instances share [A2.a]. An attempt counts from its beginning until it turns
 * out not to have failed, so that many at once cannot slip through while passwords are being compared. What is refused
 * is remembered, so that whoever goes on costs nothing.
 */
export function createLimiter({ database, memory, log, now }: LimiterNeeds): Limiter {
  let tidied = 0

  async function tidy(at: number): Promise<void> {
    if (at - tidied < TIDY) return
    tidied = at
    await tidyAttempts(database, at)
  }

  return async (limits, verify) => {
    if (limits.length === 0) return { kind: 'made', result: await verify() }
    const at = now()
    const remembered = Math.max(0, ...limits.map(({ key }) => memory.refused.get(key) ?? 0))
    if (remembered > at) return refusal(remembered, at)
    const counts = await countAttempt(database, limits, at)
    const counted = counts.filter(({ refusals }) => refusals === 0).map(({ limit }) => limit)
    const refused = refusing(counts)
    if (refused.length > 0) {
      for (const { limit, blockedUntil, refusals } of refused) {
        if (limit.sparesKnown !== true) memory.refused.set(limit.key, blockedUntil)
        const retryAfter = Math.ceil((blockedUntil - at) / 1000)
        // of all instances the one that refuses first tells of it
        if (refusals === 1)
          log?.warn('too many attempts', { kind: limit.key.split(':')[0], ...limit.about, retryAfter })
      }
      if (counted.length > 0) await uncountAttempt(database, counted, false, at)
      return refusal(Math.max(...refused.map(({ blockedUntil }) => blockedUntil)), at)
    }
    let outcome: 'failed' | 'succeeded' | 'broken' = 'broken'
    try {
      const result = await verify()
      outcome = result === null ? 'failed' : 'succeeded'
      return { kind: 'made', result }
    } finally {
      if (outcome === 'failed') await tidy(at)
      else await uncountAttempt(database, counted, outcome === 'succeeded', at)
    }
  }
}

/** Those that refuse; one that spares known addresses does not where one that knows the address lets it through. */
function refusing(counts: readonly Count[]): readonly Count[] {
  const isKnown = counts.some(({ limit, refusals, isKnown }) => limit.remembers === true && refusals === 0 && isKnown)
  return counts.filter(({ limit, refusals }) => refusals > 0 && !(isKnown && limit.sparesKnown === true))
}

function refusal(until: number, at: number): { readonly kind: 'refused'; readonly retryAfter: number } {
  return { kind: 'refused', retryAfter: Math.max(1, Math.ceil((until - at) / 1000)) }
}

/**
 * What an attempt came to.
 *
 * @throws {AppError} RATE_LIMITED, with the time to wait, when it was not made.
 */
export function attempted<T>(attempt: Attempt<T>): T | null {
  if (attempt.kind === 'made') return attempt.result
  const detail = `Too many attempts. Try again in ${attempt.retryAfter} seconds.`
  throw new AppError({ code: 'RATE_LIMITED', detail }, { 'retry-after': String(attempt.retryAfter) })
}
