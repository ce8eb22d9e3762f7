import type { Context } from 'hono'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { SERVICE_CLIENT } from './callers.ts'
import { type OauthClient, verifyClient, verifyUser } from './credentials.ts'
import { accountLimit, addressLimits, clientLimit } from './rate-limit.ts'
import type { TokenPair } from './token-pair.ts'
import { type ClientCredentials, OauthError, readClient, readForm, tooMany } from './token-request.ts'

interface GrantRequest {
  readonly auth: Auth
  readonly form: ReadonlyMap<string, string>
  readonly client: OauthClient
  readonly address: string | null
}

type Grant = (request: GrantRequest) => Promise<TokenPair>

/** Grants by the name they are asked for: a new one is a function and a line here. */
const GRANTS: ReadonlyMap<string, Grant> = new Map([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
])

/**
 * `POST /oauth/token` (RFC 6749, section 5): tokens for a client that proves itself by Basic or form fields.
 * @throws OauthError, answered as the RFC says
 */
export async function token(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const form = readForm(c.req.header('content-type'), await c.req.text())
  const grantType = form.get('grant_type')
  if (grantType === undefined) throw new OauthError('invalid_request', 'grant_type is missing')
  const grant = GRANTS.get(grantType)
  if (grant === undefined) throw new OauthError('unsupported_grant_type', 'the grant type is not supported')
  const address = auth.addressOf(c.req.raw, c.env)
  const client = await authenticateClient(auth, readClient(c.req.header('authorization'), form), address)
  const pair = await grant({ auth, form, client, address })
  return c.json({
    access_token: pair.access,
    token_type: 'Bearer',
    expires_in: pair.expiresAt - Math.floor(auth.now() / 1000),
    refresh_token: pair.refresh,
    scope: pair.scope,
  })
}

async function authenticateClient(
  auth: Auth,
  credentials: ClientCredentials | null,
  address: string | null,
): Promise<OauthClient> {
  if (credentials === null) throw new OauthError('invalid_client', 'the client is not authenticated')
  const { id, secret } = credentials
  const attempt = await auth.attempt([clientLimit(id, address), ...addressLimits(address)], () =>
    verifyClient(auth.database, id, secret),
  )
  if (attempt.kind === 'refused') throw tooMany(attempt.retryAfter)
  if (attempt.result !== null) return attempt.result
  throw new OauthError('invalid_client', 'the client is not known or its secret is not right')
}

/** Resource owner password credentials (RFC 6749, section 4.3), only for services [A1]. */
async function passwordGrant({ auth, form, client, address }: GrantRequest): Promise<TokenPair> {
  if (client.clientType !== SERVICE_CLIENT) {
    throw new OauthError('unauthorized_client', 'the client may not use this grant type')
  }
  const username = form.get('username')
  const password = form.get('password')
  if (username === undefined || password === undefined) {
    throw new OauthError('invalid_request', 'username and password are needed')
  }
  const attempt = await auth.attempt([accountLimit(username), ...addressLimits(address)], () =>
    verifyUser(auth.database, username, password),
  )
  if (attempt.kind === 'refused') throw tooMany(attempt.retryAfter)
  if (attempt.result === null) throw new OauthError('invalid_grant', 'the username or the password is not right')
  return auth.tokens.issue({ userId: attempt.result.id, clientId: client.clientId })
}

/** Refreshing (RFC 6749, section 6): only with a refresh token that was issued to this client. */
async function refreshGrant({ auth, form, client }: GrantRequest): Promise<TokenPair> {
  const refresh = form.get('refresh_token')
  if (refresh === undefined) throw new OauthError('invalid_request', 'refresh_token is missing')
  const scope = form.get('scope')
  const rotation = await auth.tokens.rotate(refresh, client.clientId, scope === undefined ? {} : { scope })
  if (rotation.kind === 'rotated') return rotation.pair
  if (rotation.because === 'invalid_scope') throw new OauthError('invalid_scope', 'the scope is more than was granted')
  throw new OauthError('invalid_grant', 'the refresh token is unknown, expired or revoked')
}
