import { ApiError } from '../api/api-error.ts'

/** Saves that are done once each, whatever becomes of their answers. */
export interface Attempts<R, T> {
  /** Sends it under a key of its own; what is not settled is to be settled first. */
  readonly send: (request: R) => Promise<T>
  /**
   * Repeats, under its key, the attempt of which it is not known what came of it; null: there is none.
   *
   * @throws whatever leaves it unknown again.
   */
  readonly settle: () => Promise<Settled<R, T> | null>
  /** The user gave up what was attempted: it is not repeated, unless the function given back takes that back. */
  readonly forget: () => () => void
}

/** It is done by now, or it never was and is refused. */
export type Settled<R, T> =
  | { readonly request: R; readonly saved: true; readonly answer: T }
  | { readonly request: R; readonly saved: false }

interface Unsettled<R> {
  readonly key: string
  readonly request: R
}

/** @param post sends a request under an idempotency key, both of them unchanged when they are sent again. */
export function createAttempts<R, T>(
  post: (request: R, idempotencyKey: string) => Promise<T>,
  newKey: () => string = randomKey,
): Attempts<R, T> {
  let unsettled: Unsettled<R> | null = null
  return {
    send: async (request) => {
      if (unsettled !== null) throw new Error('an attempt before this one is not settled')
      const key = newKey()
      try {
        return await post(request, key)
      } catch (error) {
        if (!isRefused(error)) unsettled = { key, request }
        throw error
      }
    },
    settle: async () => {
      if (unsettled === null) return null
      const { key, request } = unsettled
      try {
        const answer = await post(request, key)
        unsettled = null
        return { request, saved: true, answer }
      } catch (error) {
        if (!isRefused(error) || NOT_YET.includes(error.status)) throw error
        unsettled = null
        return { request, saved: false }
      }
    },
    forget: () => {
      const given = unsettled
      unsettled = null
      return () => {
        unsettled ??= given
      }
    },
  }
}

/** A repeat that is refused like this tells nothing of the attempt before it: not signed in, too slow, too many. */
const NOT_YET = [401, 408, 425, 429]

/** A gateway's 502 or 504, an answer that cannot be read, or none, may stand for a save; a refusal does not. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** A page that came without https has no `randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
