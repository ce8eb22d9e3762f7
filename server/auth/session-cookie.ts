import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { ownOrigin } from './origin.ts'
import { type Renewal, SESSION_COOKIE } from './session.ts'

/** The value of the session cookie a request carries. */
export function sessionCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, SESSION_COOKIE)
}

/** Hands the browser its session; the answer must then not be stored by anyone [A5]. */
export function writeSessionCookie(c: Context<AppEnv>, auth: Auth, { session, cookie }: Renewal): void {
  const maxAge = Math.max(0, session.endsAt - Math.floor(auth.now() / 1000))
  setCookie(c, SESSION_COOKIE, cookie, { ...attributes(c, auth), maxAge })
  c.header('cache-control', 'no-store')
}

export function clearSessionCookie(c: Context<AppEnv>, auth: Auth): void {
  deleteCookie(c, SESSION_COOKIE, attributes(c, auth))
}

function attributes(c: Context<AppEnv>, auth: Auth) {
  const secure = ownOrigin(c, auth.trustProxy).startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
}
