import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { authenticateClient } from './client-authentication.ts'
import { SERVICE_CLIENT } from './clients.ts'
import { bearerToken } from './middleware.ts'
import { OauthError, readForm } from './token-request.ts'

/**
 * `POST /oauth/introspect` (RFC 7662): what a token may be used for. A service, by its secret or its access token, may
 * ask about every token; another client with a secret about its own. All else is merely not active.
 */
export async function introspect(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const form = readForm(c.req.header('content-type'), await c.req.text())
  const asking = await asks(c, auth, form)
  const text = form.get('token')
  if (text === undefined) throw new OauthError('invalid_request', 'token is missing')
  const token = await auth.tokens.read(text)
  const isOurs = asking.isService || token?.clientId === asking.clientId
  if (token === null || !isOurs || !token.isGood || token.rotatedAt !== null) return c.json({ active: false })
  const { kind, claims, username, clientType, expiresAt } = token
  const { iss, sub, client_id, scope, iat } = claims
  return c.json({
    active: true,
    scope,
    client_id,
    ...(clientType === null ? {} : { client_type: clientType }),
    username,
    ...(kind === 'access' ? { token_type: 'Bearer' } : {}),
    exp: expiresAt,
    iat,
    sub,
    iss,
  })
}

interface Asking {
  readonly clientId: string
  readonly isService: boolean
}

async function asks(c: Context<AppEnv>, auth: Auth, form: ReadonlyMap<string, string>): Promise<Asking> {
  const authorization = c.req.header('authorization')
  const bearer = bearerToken(authorization ?? '')
  if (bearer !== undefined) {
    if (form.has('client_secret')) throw new OauthError('invalid_request', 'the client is authenticated in two ways')
    // not as a caller: rights may be kept by a service that asks here itself about tokens
    const own = await auth.tokens.read(bearer)
    const isService = own?.isGood === true && own.kind === 'access' && own.clientType === SERVICE_CLIENT
    if (isService && own.clientId !== null) return { clientId: own.clientId, isService: true }
    const challenge = 'Bearer error="invalid_token", realm="marquee"'
    const detail = 'Only a service may ask with an access token.'
    throw new AppError({ code: 'UNAUTHENTICATED', detail }, { 'www-authenticate': challenge })
  }
  const address = auth.addressOf(c.req.raw, c.env)
  const client = await authenticateClient(auth, { authorization, form, address })
  // who can give any client id could try out tokens
  if (client.isPublic) throw new OauthError('invalid_client', 'a public client may not ask about tokens')
  return { clientId: client.clientId, isService: client.clientType === SERVICE_CLIENT }
}
