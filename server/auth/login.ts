import type { Context } from 'hono'
import type { LoginRequest, LoginResponse } from '../../shared/session.ts'
import { AppError, type Problem } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { verifyUser } from './credentials.ts'
import { bearerToken } from './middleware.ts'
import { isJson, requireOwnPage, requireSameOrigin } from './origin.ts'
import { accountLimit, addressLimits } from './rate-limit.ts'
import { clearSessionCookie, sessionCookie, writeSessionCookie } from './session-cookie.ts'

/** `POST /api/v2/auth/login` [A3]: signs a user in and hands the browser its session cookie. */
export async function login(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  if (!isJson(c.req.header('content-type'))) {
    const detail = 'A sign-in is sent as application/json.'
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', detail, header: 'Content-Type' })
  }
  // Another site must not sign a visitor in as somebody else; what is no browser sends no Origin.
  if (c.req.header('origin') !== undefined) requireSameOrigin(c, auth.trustProxy)
  const { username, password } = loginRequest(await c.req.text())
  const address = auth.addressOf(c.req.raw, c.env)
  const attempt = await auth.attempt([accountLimit(username), ...addressLimits(address)], () =>
    verifyUser(auth.database, username, password),
  )
  if (attempt.kind === 'refused') {
    const detail = `Too many attempts. Try again in ${attempt.retryAfter} seconds.`
    throw new AppError({ code: 'RATE_LIMITED', detail }, { 'retry-after': String(attempt.retryAfter) })
  }
  const user = attempt.result
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

function loginRequest(text: string): LoginRequest {
  const body = parseObject(text)
  const problems: Problem[] = []
  for (const name of ['username', 'password'] as const) {
    const value = body[name]
    if (typeof value === 'string' && value !== '') continue
    problems.push({ code: 'VALIDATION', detail: `"${name}" is a text that is not empty.`, pointer: `/${name}` })
  }
  if (problems.length > 0) throw new AppError(problems)
  return { username: String(body.username), password: String(body.password) }
}

function parseObject(text: string): Record<string, unknown> {
  const body = parseJson(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw new AppError({ code: 'VALIDATION', detail: 'The body is an object with username and password.', pointer: '' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError({ code: 'BODY_SYNTAX', detail: 'The body is not JSON.', pointer: '' })
  }
}
