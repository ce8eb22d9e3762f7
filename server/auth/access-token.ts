import type { Context } from 'hono'
import { parse } from 'hono/utils/cookie'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { handleHash } from './handle.ts'
import { bearerToken } from './middleware.ts'
import { SESSION_COOKIE } from './session.ts'

/** Hash of the access token that a request is made with, its session's included; null where there is none. */
export async function accessTokenHash(c: Context<AppEnv>, auth: Pick<Auth, 'sessions'>): Promise<string | null> {
  const access = await accessToken(c.req.raw.headers, auth)
  return access === null ? null : handleHash(access)
}

/**
 * A request for another process of ours: what is signed in by a session's cookie here is by its access token there, and
 * the cookie goes no further. What the cookie must show for a write was looked at here.
 */
export async function withAccessToken(request: Request, auth: Pick<Auth, 'sessions'>): Promise<Request> {
  const headers = new Headers(request.headers)
  const access = await accessToken(headers, auth)
  for (const name of ['authorization', 'cookie', 'origin']) headers.delete(name)
  if (access !== null) headers.set('authorization', `Bearer ${access}`)
  return new Request(request, { headers })
}

async function accessToken(headers: Headers, { sessions }: Pick<Auth, 'sessions'>): Promise<string | null> {
  const bearer = bearerToken(headers.get('authorization') ?? '')
  if (bearer !== undefined) return bearer
  const cookie = parse(headers.get('cookie') ?? '', SESSION_COOKIE)[SESSION_COOKIE]
  const session = cookie === undefined ? null : await sessions.read(cookie)
  if (session === null) return null
  const renewal = await sessions.use(session)
  return (renewal?.session ?? session).access
}
