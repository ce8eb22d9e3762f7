import type { AuthorizationServer, Introspection } from '../../auth/authorization-server.ts'
import type { TokenAnswer } from '../../auth/token-endpoint.ts'
import { OauthError, type OauthErrorCode } from '../../auth/token-request.ts'
import { serviceDown } from '../service-down.ts'
import type { Send } from '../transport.ts'

export interface AuthorizationClient extends AuthorizationServer {
  /** Throws when the server cannot serve, or does not know this service. */
  readonly check: () => Promise<void>
}

/** Any origin: a `Send` puts the server's own in its place. */
const ORIGIN = 'http://authorization.invalid'

interface AuthorizationClientOptions {
  /** Sends signed in as this service: who asks about tokens proves itself (RFC 7662, section 2.1). */
  readonly asService: Send
  /** Sends as it is: a token request proves itself. */
  readonly send: Send
  readonly tokenPath: string
}

/** Every method rejects with DEPENDENCY_DOWN when the authorization server does not serve. */
export function authorizationClient({ asService, send, tokenPath }: AuthorizationClientOptions): AuthorizationClient {
  const introspect = async (token: string): Promise<Introspection | null> => {
    const response = await asService(form('/oauth/introspect', { token, token_type_hint: 'access_token' }))
    const body = await json(response)
    if (!response.ok || typeof body?.active !== 'boolean') throw unusable('introspection', response.status)
    return introspected(body)
  }
  return {
    introspect,
    token: async (fields) => {
      const response = await send(form(tokenPath, fields))
      const body = await json(response)
      if (isTokenAnswer(body)) return body
      if (response.status < 500 && typeof body?.error === 'string') {
        throw new OauthError(body.error as OauthErrorCode, String(body.error_description ?? ''))
      }
      throw unusable('the token endpoint', response.status)
    },
    check: async () => {
      await introspect('none')
    },
  }
}

function form(path: string, fields: Readonly<Record<string, string>>): Request {
  const headers = { accept: 'application/json' }
  return new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
}

type Members = Readonly<Record<string, unknown>>

async function json(response: Response): Promise<Members | null> {
  const body = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? (body as Members) : null
}

/** Null for what is not active, and for a refresh token, which has no type (RFC 7662, section 2.2). */
function introspected(body: Members): Introspection | null {
  const { active, token_type: type, sub, username, client_id: clientId, client_type: clientType, scope, exp } = body
  if (active !== true || typeof type !== 'string' || type.toLowerCase() !== 'bearer') return null
  return {
    subject: typeof sub === 'string' ? sub : '',
    username: typeof username === 'string' ? username : '',
    clientId: typeof clientId === 'string' ? clientId : null,
    clientType: typeof clientType === 'number' ? clientType : null,
    scope: typeof scope === 'string' ? scope : '',
    expiresAt: typeof exp === 'number' ? exp : null,
  }
}

function isTokenAnswer(body: unknown): body is TokenAnswer {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = (body ?? {}) as Members
  return typeof access === 'string' && typeof refresh === 'string' && typeof seconds === 'number'
}

function unusable(what: string, status: number): Error {
  return serviceDown(`${what} of the authorization server answered with status ${status}`)
}
