import { AppError } from '../errors.ts'
import type { Send } from './transport.ts'

/** As whom this service calls others: a client of type 3 and a user's password (specification, "Authentication"). */
export interface ServiceAccount {
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string
  readonly password: string
  /** Path of the token endpoint; the usual one unless given. */
  readonly tokenPath?: string
}

/** Renewed so long before it expires, in milliseconds. */
const EARLY_MS = 60_000

interface Token {
  readonly text: string
  /** Unix time in milliseconds. */
  readonly until: number
}

/**
 * Adds a bearer token to each request, got by the password grant and kept until shortly before it expires. A request
 * that is answered 401 is sent once more with a new one.
 *
 * @param authorize reaches the authorization server.
 */
export function withServiceToken(
  send: Send,
  authorize: Send,
  account: ServiceAccount,
  now: () => number = Date.now,
): Send {
  let known: Token | null = null

  async function token(): Promise<Token> {
    if (known !== null && known.until > now()) return known
    const response = await authorize(tokenRequest(account))
    const body = (await response.json().catch(() => null)) as TokenAnswer | null
    if (!response.ok || typeof body?.access_token !== 'string') {
      const reason = body?.error === undefined ? '' : `: ${String(body.error)}`
      throw new AppError({
        code: 'DEPENDENCY_DOWN',
        detail: `no access token from the authorization server, which answered with status ${response.status}${reason}`,
      })
    }
    const lifetime = typeof body.expires_in === 'number' ? body.expires_in * 1000 : 0
    known = { text: body.access_token, until: now() + Math.max(lifetime - EARLY_MS, lifetime / 2) }
    return known
  }

  const attempt = async (request: Request, { text }: Token): Promise<Response> => {
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${text}`)
    return send(new Request(request, { headers }))
  }

  return async (request) => {
    const first = await token()
    const response = await attempt(request.clone(), first)
    if (response.status !== 401) return response
    await response.body?.cancel()
    if (known === first) known = null
    return attempt(request, await token())
  }
}

interface TokenAnswer {
  readonly access_token?: unknown
  readonly expires_in?: unknown
  readonly error?: unknown
}

function tokenRequest(account: ServiceAccount): Request {
  const { clientId, clientSecret, username, password, tokenPath = '/oauth/token' } = account
  const form = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password }
  return new Request(`http://authorization.invalid${tokenPath}`, { method: 'POST', body: new URLSearchParams(form) })
}
