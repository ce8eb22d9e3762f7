import { AppError } from '../errors.ts'
import type { AuthMemory } from './memory.ts'

/** The window failures are counted in, in milliseconds. */
const WINDOW = 300_000
const ACCOUNT_FAILURES = 10
const ADDRESS_FAILURES = 50
const ACCOUNT_MAILS = 5
const ADDRESS_MAILS = 50
const ADDRESS_STARTS = 200

/** At most that many failed attempts within the window. */
export interface Limit {
  readonly key: string
  readonly most: number
}

export type Attempt<T> =
  | { readonly kind: 'made'; readonly result: T | null }
  | { readonly kind: 'refused'; readonly retryAfter: number }

/** Runs `verify` unless one of the limits is reached; null from it is a failure. `retryAfter` is in seconds. */
export type Limiter = <T>(limits: readonly Limit[], verify: () => Promise<T | null>) => Promise<Attempt<T>>

/**
 * Counts failures in a sliding window [A2]. An attempt counts from its beginning until it turns out not to have failed,
 * so that many at once cannot slip through while passwords are being compared.
 */
export function createLimiter(memory: AuthMemory, now: () => number): Limiter {
  const recent = (key: string): readonly number[] => {
    const since = now() - WINDOW
    return (memory.attempts.get(key) ?? []).filter((time) => time > since)
  }

  const wait = ({ key, most }: Limit): number => {
    const times = recent(key)
    const freed = times[times.length - most]
    return freed === undefined ? 0 : freed + WINDOW - now()
  }

  return async (limits, verify) => {
    const longest = Math.max(0, ...limits.map(wait))
    if (longest > 0) return { kind: 'refused', retryAfter: Math.ceil(longest / 1000) }
    const time = now()
    for (const { key } of limits) memory.attempts.set(key, [...recent(key), time])
    let failed = false
    try {
      const result = await verify()
      failed = result === null
      return { kind: 'made', result }
    } finally {
      if (!failed) for (const { key } of limits) forget(memory, key, time)
    }
  }
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

/** An account's name as given, so that nothing tells whether there is one. */
export function accountLimit(username: string): Limit {
  return { key: `account:${username.toLowerCase().slice(0, 320)}`, most: ACCOUNT_FAILURES }
}

export function addressLimits(address: string | null): readonly Limit[] {
  return address === null ? [] : [{ key: `address:${address}`, most: ADDRESS_FAILURES }]
}

/** A client's secret, counted per address: whoever knows only a client's id cannot lock the service out. */
export function clientLimit(clientId: string, address: string | null): Limit {
  return { key: `client:${clientId.slice(0, 200)}@${address ?? ''}`, most: ACCOUNT_FAILURES }
}

/** Codes of a user who gave the password already. */
export function otpLimit(userId: number): Limit {
  return { key: `otp:${userId}`, most: ACCOUNT_FAILURES }
}

/** Requests for a mail, every one of which counts: whoever asks for many fills somebody's mailbox. */
export function recoveryLimits(username: string, address: string | null): readonly Limit[] {
  const account = { key: `recovery:${username.toLowerCase().slice(0, 320)}`, most: ACCOUNT_MAILS }
  return address === null ? [account] : [account, { key: `recovery-address:${address}`, most: ADDRESS_MAILS }]
}

/** Sign-ins that are begun at outside providers, every one of which counts: each makes them work. */
export function providerLimits(address: string | null): readonly Limit[] {
  return address === null ? [] : [{ key: `provider-address:${address}`, most: ADDRESS_STARTS }]
}

function forget(memory: AuthMemory, key: string, time: number): void {
  const times = [...(memory.attempts.get(key) ?? [])]
  const index = times.indexOf(time)
  if (index >= 0) times.splice(index, 1)
  if (times.length === 0) memory.attempts.delete(key)
  else memory.attempts.set(key, times)
}
