import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import type { Auth } from './auth.ts'
import { requiredTexts } from './json-body.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { passwordFault } from './password-rules.ts'
import { accountLimit, addressLimits, attempted } from './rate-limit.ts'
import { sessionCookie, writeSessionCookie } from './session-cookie.ts'
import { setPassword } from './set-password.ts'

/**
 * `POST /api/v2/auth/update-password` [A3.b]: the caller's own password, against the one it has. Every session and token
 * of the user ends; the browser that asked goes on with a session that is new.
 */
export async function updatePassword(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const { userId, username } = requireCaller(c)
  if (userId === null || username === null) {
    throw new AppError({ code: 'FORBIDDEN', detail: 'Only a user has a password to change.' })
  }
  const { currentPassword, newPassword } = await requiredTexts(c, auth, ['currentPassword', 'newPassword'])
  const fault = passwordFault(newPassword)
  if (fault !== null) throw new AppError({ code: 'VALIDATION', detail: `It needs ${fault}.`, pointer: '/newPassword' })
  const limits = [accountLimit(username), ...addressLimits(auth.addressOf(c.req.raw, c.env))]
  const verified = attempted(await auth.attempt(limits, () => verifiedHash(auth, userId, currentPassword)))
  if (verified === null || !(await change(auth, userId, newPassword, verified))) {
    const detail = 'The current password is not right.'
    throw new AppError({ code: 'VALIDATION', detail, pointer: '/currentPassword' })
  }
  auth.forget()
  const isSession = c.req.header('authorization') === undefined && sessionCookie(c) !== undefined
  if (isSession) writeSessionCookie(c, auth, await auth.sessions.start(userId, auth.issuerOf(c)))
  return c.body(null, 204)
}

/** The stored hash that the password fits. */
async function verifiedHash({ database }: Auth, userId: number, password: string): Promise<string | null> {
  const user = database.kysely.selectFrom('users').select('password_hash').where('id', '=', userId)
  const stored = (await user.executeTakeFirst())?.password_hash ?? null
  return (await verifyPassword(password, stored)) ? stored : null
}

async function change({ database }: Auth, userId: number, password: string, instead: string): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return database.transaction(({ kysely }) => setPassword(kysely, userId, passwordHash, instead))
}
