import type { Context } from 'hono'
import type { LoginResponse } from '../../shared/session.ts'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { verifyUser } from './credentials.ts'
import { requiredTexts } from './json-body.ts'
import { bearerToken } from './middleware.ts'
import { requireOwnPage, requireSameOrigin } from './origin.ts'
import { accountLimit, addressLimits, attempted } from './rate-limit.ts'
import { clearSessionCookie, sessionCookie, writeSessionCookie } from './session-cookie.ts'

/** `POST /api/v2/auth/login` [A3]: signs a user in and hands the browser its session cookie. */
export async function login(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const { username, password } = await requiredTexts(c, auth, ['username', 'password'])
  const address = auth.addressOf(c.req.raw, c.env)
  const limits = [accountLimit(username), ...addressLimits(address)]
  const user = attempted(await auth.attempt(limits, () => verifyUser(auth.database, username, password)))
  if (user === null) {
    throw new AppError({ code: 'UNAUTHENTICATED', detail: 'The username or the password is not right.' })
  }
  const renewal = await auth.sessions.start(user.id, auth.issuerOf(c))
  writeSessionCookie(c, auth, renewal)
  const body: LoginResponse = { status: 'authenticated', user, expiresAt: renewal.session.endsAt }
  return c.json(body)
}

/** `POST /api/v2/auth/logout`: ends the session of the cookie, or the bearer token sent; there need not be any. */
export async function logout(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const bearer = bearerToken(c.req.header('authorization') ?? '')
  if (bearer !== undefined) {
    await auth.tokens.revoke([bearer])
    return c.body(null, 204)
  }
  // Another site's form must not sign a visitor out: it sends its own Origin and, being another site, no cookie.
  if (c.req.header('origin') !== undefined) requireSameOrigin(c, auth.trustProxy)
  const cookie = sessionCookie(c)
  if (cookie === undefined) return c.body(null, 204)
  const session = await auth.sessions.read(cookie)
  if (session !== null) {
    requireOwnPage(c, auth.trustProxy)
    await auth.sessions.end(session)
  }
  clearSessionCookie(c, auth)
  return c.body(null, 204)
}
