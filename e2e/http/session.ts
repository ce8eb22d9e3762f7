import { ADMIN } from '../harness/credentials.ts'
import { service } from '../harness/service.ts'

export interface BrowserSession {
  /** What a browser sends back: `marquee_session=…`. */
  readonly cookie: string
  /** A request as the shell's page makes it. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
}

let administrators: Promise<BrowserSession> | undefined

/**
 * Signs somebody in as a browser does; without a user it is the administrator, in one session for all files, since to
 * verify a password costs more than most tests.
 */
export function signIn(user?: { readonly username: string; readonly password: string }): Promise<BrowserSession> {
  if (user !== undefined) return newSession(user)
  administrators ??= newSession({ username: ADMIN.email, password: ADMIN.password })
  return administrators
}

async function newSession(user: { readonly username: string; readonly password: string }): Promise<BrowserSession> {
  const { url } = service()
  const response = await fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(user),
  })
  if (!response.ok) throw new Error(`no session: ${response.status} ${await response.text()}`)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return {
    cookie,
    send: (path, init = {}) => {
      const headers = new Headers({ cookie, origin: url, 'content-type': 'application/json' })
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
      return fetch(`${url}${path}`, { ...init, headers })
    },
  }
}
