import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'

/**
 * The id of whoever calls, as a person in the browser: what concerns a person's account is no application's matter, in
 * whosever name it acts.
 *
 * @throws {AppError} FORBIDDEN
 */
export function personOf(c: Context<AppEnv>): number {
  const { userId, clientId } = requireCaller(c)
  if (userId !== null && clientId === null) return userId
  throw new AppError({
    code: 'FORBIDDEN',
    detail: 'This concerns a user’s account: only the user, in the browser, may.',
  })
}
