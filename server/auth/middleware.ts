import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv, Caller } from '../http.ts'
import { asksAfresh } from './asks-afresh.ts'
import type { Auth } from './auth.ts'
import { requireOwnPage } from './origin.ts'
import { publicRoutes } from './public-routes.ts'
import { SESSION_COOKIE } from './session.ts'
import { sessionCaller } from './session-caller.ts'
import { writeSessionCookie } from './session-cookie.ts'
import { noteUse } from './sessions-use.ts'

/**
 * Finds who makes the request and refuses it when nobody does, public routes excepted [A7]. A bearer token decides alone
 * when one was sent; else the session cookie, whose writes must come from this origin [A5]. On public routes credentials
 * are not looked at, and the caller is null.
 */
export function authenticate(auth: Auth): MiddlewareHandler<AppEnv> {
  const isOpen = publicRoutes(auth.oauth)
  return async (c, next) => {
    if (isOpen(c.req.method, c.req.path)) {
      c.set('caller', null)
      return next()
    }
    refuseTokenInQuery(c)
    const authorization = c.req.header('authorization')
    if (authorization !== undefined && /^bearer\b/i.test(authorization)) {
      const caller = await bearerCaller(c, auth, authorization)
      if (caller.readsOnly && !reads(c.req.method, c.req.path)) throw insufficientScope()
      c.set('caller', caller)
      return next()
    }
    const found = await sessionCaller(auth, c, () => {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') requireOwnPage(c, auth.trustProxy)
    })
    if (found === null) throw unauthenticated('This needs a sign-in: an access token or a session.')
    const { caller, renewal } = found
    c.set('caller', caller)
    await next()
    // A slow answer must not put back tokens that were replaced while it was made.
    if (renewal === null || auth.sessions.isDue(renewal.session) || hasSessionCookie(c.res)) return
    writeSessionCookie(c, auth, renewal)
  }
}

/** The token of an Authorization header of the scheme Bearer (RFC 6750, section 2.1). */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1]
}

async function bearerCaller(c: Context<AppEnv>, auth: Auth, authorization: string): Promise<Caller> {
  const afresh = asksAfresh(c)
  const known = !afresh && authorization.startsWith('Bearer ') ? auth.callers.peek(authorization.slice(7)) : undefined
  if (known !== undefined) return known
  const token = bearerToken(authorization)
  const { resolve, resolveAfresh } = auth.callers
  const caller = token === undefined ? null : await (afresh ? resolveAfresh : resolve)(token)
  if (caller !== null && token !== undefined) {
    await noteUse(c, auth, token)
    return caller
  }
  const detail = 'The access token is malformed, unknown, expired or revoked.'
  throw unauthenticated(detail, `Bearer error="invalid_token", error_description="${detail}", realm="marquee"`)
}

/** A handler that wrote the cookie itself, ending or replacing the session, has the last word. */
function hasSessionCookie(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
}

/** Addresses end up in logs and histories: a token in one is refused, not used (RFC 6750, section 2.3). */
function refuseTokenInQuery(c: Context<AppEnv>): void {
  if (!c.req.url.includes('?') || c.req.query('access_token') === undefined) return
  const detail = 'An access token belongs in the Authorization header, never in the address.'
  const challenge = 'Bearer error="invalid_request", realm="marquee"'
  throw new AppError({ code: 'PARAMETER', detail, parameter: 'access_token' }, { 'www-authenticate': challenge })
}

/** Reads whose question needs a body. */
const READING_POSTS = ['/api/v1/aggregate-data', '/api/v2/epg/channels', '/edithistory/v1/read/']

function reads(method: string, path: string): boolean {
  return (
    method === 'GET' ||
    method === 'HEAD' ||
    (method === 'POST' && READING_POSTS.some((start) => path.startsWith(start)))
  )
}

/** RFC 6750, section 3.1. */
function insufficientScope(): AppError {
  const detail = 'The access token may be used for reading only.'
  const challenge = `Bearer error="insufficient_scope", error_description="${detail}", scope="write", realm="marquee"`
  return new AppError({ code: 'FORBIDDEN', detail }, { 'www-authenticate': challenge })
}

function unauthenticated(detail: string, challenge = 'Bearer realm="marquee"'): AppError {
  return new AppError({ code: 'UNAUTHENTICATED', detail }, { 'www-authenticate': challenge })
}
