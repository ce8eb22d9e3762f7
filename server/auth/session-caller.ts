import type { Context } from 'hono'
import type { AppEnv, Caller } from '../http.ts'
import type { Auth } from './auth.ts'
import type { Renewal } from './session.ts'
import { sessionCookie } from './session-cookie.ts'

export interface SessionCaller {
  readonly caller: Caller
  /** What the browser has to be told of its session. */
  readonly renewal: Renewal | null
}

/**
 * Whose session the request's cookie holds; null when nobody's.
 * @param guard throws before the session is used when the request must not be made with it
 */
export async function sessionCaller(
  auth: Auth,
  c: Context<AppEnv>,
  guard: () => void = () => undefined,
): Promise<SessionCaller | null> {
  const cookie = sessionCookie(c)
  const session = cookie === undefined ? null : await auth.sessions.read(cookie)
  if (session === null) return null
  guard()
  const renewal = await auth.sessions.use(session)
  const { access } = renewal?.session ?? session
  const caller = auth.callers.peek(access) ?? (await auth.callers.resolve(access))
  return caller === null ? null : { caller, renewal }
}
