import type { Context } from 'hono'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { handleHash } from './handle.ts'
import { bearerToken } from './middleware.ts'
import { sessionCookie } from './session-cookie.ts'

/** Hash of the access token that a request is made with, its session's included; null where there is none. */
export async function accessTokenHash(c: Context<AppEnv>, auth: Auth): Promise<string | null> {
  const access = bearerToken(c.req.header('authorization') ?? '') ?? (await sessionAccess(c, auth))
  return access === null ? null : handleHash(access)
}

async function sessionAccess(c: Context<AppEnv>, { sessions }: Auth): Promise<string | null> {
  const cookie = sessionCookie(c)
  const session = cookie === undefined ? null : await sessions.read(cookie)
  if (session === null) return null
  const renewal = await sessions.use(session)
  return (renewal?.session ?? session).access
}
