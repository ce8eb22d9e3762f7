import type { Context } from 'hono'
import type { AppEnv, Caller } from '../http.ts'
import { asksAfresh } from './asks-afresh.ts'
import type { Auth } from './auth.ts'
import type { Renewal } from './session.ts'
import { sessionCookie } from './session-cookie.ts'
import { noteUse } from './sessions-use.ts'

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
  const known = asksAfresh(c) ? undefined : auth.callers.peek(access)
  if (known !== undefined) return { caller: known, renewal }
  const caller = await (asksAfresh(c) ? auth.callers.resolveAfresh(access) : auth.callers.resolve(access))
  if (caller === null) return null
  await noteUse(c, auth, access)
  return { caller, renewal }
}
