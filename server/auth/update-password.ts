import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import { passwordFault } from '../password-rules.ts'
import type { Auth } from './auth.ts'
import { jsonMembers, textOf, textsOf } from './json-body.ts'
import { bearerToken } from './middleware.ts'
import { ownUser, provenOtp, provenPassword, wrongPassword } from './own-password.ts'
import { hashPassword } from './password.ts'
import { sessionCookie, writeSessionCookie } from './session-cookie.ts'
import { setPassword } from './set-password.ts'

/**
 * `POST /api/v2/auth/update-password` [A3.b]: the caller's own password, against the one it has, and a one-time code of
 * whoever has a second factor. Every session and token of the user ends; the browser that asked goes on with a session
 * that is new.
 */
export async function updatePassword(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const user = ownUser(c)
  const body = await jsonMembers(c, auth)
  const { currentPassword, newPassword } = textsOf(body, ['currentPassword', 'newPassword'])
  const otp = textOf(body, 'otp')
  const fault = passwordFault(newPassword)
  if (fault !== null) throw new AppError({ code: 'VALIDATION', detail: `It needs ${fault}.`, pointer: '/newPassword' })
  const verified = await provenPassword(c, auth, user, currentPassword)
  await provenOtp(c, auth, user.userId, otp)
  const passwordHash = await hashPassword(newPassword)
  const change = auth.database.transaction(({ kysely }) => setPassword(kysely, user.userId, passwordHash, verified))
  if (!(await change)) throw wrongPassword()
  auth.forget()
  const isBearer = bearerToken(c.req.header('authorization') ?? '') !== undefined
  const isSession = !isBearer && sessionCookie(c) !== undefined
  if (isSession) writeSessionCookie(c, auth, await auth.sessions.start(user.userId, auth.issuerOf(c)))
  return c.body(null, 204)
}
