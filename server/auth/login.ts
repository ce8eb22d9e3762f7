import type { Context } from 'hono'
import type { CurrentUser, LoginResponse } from '../../shared/session.ts'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { userOf, verifyUser } from './credentials.ts'
import { jsonMembers, textsOf } from './json-body.ts'
import { bearerToken } from './middleware.ts'
import { requireOwnPage, requireSameOrigin } from './origin.ts'
import { otpTaken } from './own-password.ts'
import { hasPasskeys } from './passkeys/store.ts'
import { attempted, signInLimits } from './rate-limit.ts'
import { clearSessionCookie, sessionCookie, writeSessionCookie } from './session-cookie.ts'
import { totpState } from './totp.ts'
import { CHALLENGE_SECONDS, challengedUser, newChallenge } from './totp-challenge.ts'

/**
 * `POST /api/v2/auth/login` [A3]: signs a user in and hands the browser its session cookie. Of a user with a second factor
 * the first request gets a challenge, and a second one brings it back with the code [A3.a].
 */
export async function login(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const body = await jsonMembers(c, auth)
  if (Object.hasOwn(body, 'challengeToken')) {
    const { challengeToken, otp } = textsOf(body, ['challengeToken', 'otp'])
    return signedIn(c, auth, await secondStep(c, auth, challengeToken, otp))
  }
  const { username, password } = textsOf(body, ['username', 'password'])
  const limits = signInLimits(username, auth.addressOf(c.req.raw, c.env))
  const user = attempted(await auth.attempt(limits, () => verifyUser(auth.database, username, password)))
  if (user === null) {
    throw new AppError({ code: 'UNAUTHENTICATED', detail: 'The username or the password is not right.' })
  }
  if (!(await totpState(auth, user.id)).enabled) return signedIn(c, auth, user)
  const challengeToken = await newChallenge(auth, user.id)
  if (challengeToken === null) throw new AppError({ code: 'UNAUTHENTICATED', detail: 'The sign-in ended.' })
  const required: LoginResponse = { status: 'totpRequired', challengeToken, expiresIn: CHALLENGE_SECONDS }
  return c.json((await hasPasskeys(auth, user.id)) ? { ...required, passkey: true } : required)
}

async function secondStep(c: Context<AppEnv>, auth: Auth, token: string, otp: string): Promise<CurrentUser> {
  const userId = await challengedUser(auth, token)
  const user = userId !== null && (await otpTaken(c, auth, userId, otp)) ? await userOf(auth.database, userId) : null
  if (user !== null) return user
  throw new AppError({ code: 'UNAUTHENTICATED', detail: 'The code is not right, or it came too late.' })
}

/** Answers with the user, who was authenticated just now, and begins the session. */
export async function signedIn(c: Context<AppEnv>, auth: Auth, user: CurrentUser): Promise<Response> {
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
