import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import type { Auth } from './auth.ts'
import { verifyPassword } from './password.ts'
import { addressLimits, attempted, otpLimit, signInLimits } from './rate-limit.ts'
import { takeOtp, totpState } from './totp.ts'

export interface OwnUser {
  readonly userId: number
  readonly username: string
}

/** Whoever calls, as a user with a password. @throws {AppError} FORBIDDEN */
export function ownUser(c: Context<AppEnv>): OwnUser {
  const { userId, username } = requireCaller(c)
  if (userId !== null && username !== null) return { userId, username }
  throw new AppError({ code: 'FORBIDDEN', detail: 'Only a user has a password.' })
}

/** Whoever calls, when it is a person in the browser and no application in their name. @throws {AppError} FORBIDDEN */
export function person(c: Context<AppEnv>): OwnUser {
  if (requireCaller(c).clientId === null) return ownUser(c)
  throw new AppError({ code: 'FORBIDDEN', detail: 'This is for its user to do, in the browser.' })
}

/** The stored hash that the caller's current password fits. @throws {AppError} VALIDATION, RATE_LIMITED */
export async function provenPassword(c: Context<AppEnv>, auth: Auth, user: OwnUser, password: string): Promise<string> {
  const limits = signInLimits(user.username, auth.addressOf(c.req.raw, c.env))
  const verified = attempted(await auth.attempt(limits, () => verifiedHash(auth, user.userId, password)))
  if (verified !== null) return verified
  throw wrongPassword()
}

/** That the person who calls knows the password, and has the second factor where there is one [AUTH23]. */
export async function provenPerson(
  c: Context<AppEnv>,
  auth: Auth,
  { currentPassword, otp }: { readonly currentPassword: string; readonly otp: string | null },
): Promise<void> {
  const user = person(c)
  await provenPassword(c, auth, user, currentPassword)
  await provenOtp(c, auth, user.userId, otp)
}

export function wrongPassword(): AppError {
  return new AppError({ code: 'VALIDATION', detail: 'The current password is not right.', pointer: '/currentPassword' })
}

/**
 * Asks for a one-time code again, where the user has a second factor [AUTH23].
 *
 * @throws {AppError} TOTP_REQUIRED, VALIDATION, RATE_LIMITED
 */
export async function provenOtp(c: Context<AppEnv>, auth: Auth, userId: number, otp: string | null): Promise<void> {
  if (!(await totpState(auth, userId)).enabled) return
  if (otp === null) throw new AppError({ code: 'TOTP_REQUIRED', detail: 'A code of the authenticator app is needed.' })
  if (await otpTaken(c, auth, userId, otp)) return
  throw wrongOtp()
}

export function wrongOtp(): AppError {
  return new AppError({ code: 'VALIDATION', detail: 'The code is not right, or was used already.', pointer: '/otp' })
}

/** Whether a code is right, which uses it up; within the limits of attempts. @throws {AppError} RATE_LIMITED */
export async function otpTaken(c: Context<AppEnv>, auth: Auth, userId: number, otp: string): Promise<boolean> {
  const limits = [otpLimit(userId), ...addressLimits(auth.addressOf(c.req.raw, c.env))]
  return attempted(await auth.attempt(limits, async () => (await takeOtp(auth, userId, otp)) || null)) !== null
}

async function verifiedHash({ database }: Auth, userId: number, password: string): Promise<string | null> {
  const user = database.kysely.selectFrom('users').select('password_hash').where('id', '=', userId)
  const stored = (await user.executeTakeFirst())?.password_hash ?? null
  return (await verifyPassword(password, stored)) ? stored : null
}
