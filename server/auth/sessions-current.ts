import type { Context } from 'hono'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { bearerToken } from './middleware.ts'
import { sessionCookie } from './session-cookie.ts'

/** The family of the tokens that a request is made with; null for one that was made with none. */
export async function currentFamily(c: Context<AppEnv>, auth: Auth): Promise<string | null> {
  // what is no bearer may be meant for a proxy in between
  const bearer = bearerToken(c.req.header('authorization') ?? '')
  if (bearer !== undefined) return familyOf(auth, bearer)
  const cookie = sessionCookie(c)
  const session = cookie === undefined ? null : await auth.sessions.read(cookie)
  return familyOf(auth, session?.refresh)
}

async function familyOf(auth: Auth, handle: string | undefined): Promise<string | null> {
  return handle === undefined ? null : ((await auth.tokens.read(handle))?.family ?? null)
}
