import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { authorize, decide, proceed } from './authorize.ts'
import { consentsOf, withdraw } from './consents.ts'
import { deviceAuthorization } from './devices/device-authorization.ts'
import { introspect } from './introspect.ts'
import { person } from './own-password.ts'
import { revoke } from './revoke.ts'
import { serverMetadata } from './server-metadata.ts'
import { token } from './token-endpoint.ts'
import { OauthError, oauthErrorResponse } from './token-request.ts'

type Handler = (c: Context<AppEnv>, auth: Auth) => Promise<Response>

/** The authorization server (specification, "C. Authorization server"); `small` bounds the bodies of forms. */
export function oauthRoutes(auth: Auth, small: MiddlewareHandler): Hono<AppEnv> {
  const { authorizePath, tokenPath } = auth.oauth
  const ofClients = (handler: Handler) => (c: Context<AppEnv>) => answered(c, () => handler(c, auth))
  const app = new Hono<AppEnv>()
  app.get(authorizePath, (c) => authorize(c, auth))
  app.post(authorizePath, small, (c) => answered(c, () => decide(c, auth)))
  app.get('/oauth/continue', (c) => proceed(c, auth))
  app.post(tokenPath, small, ofClients(token))
  app.post('/oauth/device_authorization', small, ofClients(deviceAuthorization))
  app.post('/oauth/introspect', small, ofClients(introspect))
  app.post('/oauth/revoke', small, ofClients(revoke))
  app.get('/oauth/jwks', async (c) => c.json({ keys: await auth.keys.published() }, 200, PUBLIC))
  app.get('/.well-known/oauth-authorization-server', (c) =>
    // what a request's own host was put into must not be kept for others
    c.json(serverMetadata(auth.issuerOf(c), auth.oauth), 200, auth.oauth.issuer === null ? PRIVATE : PUBLIC),
  )
  app.get('/api/v2/auth/consents', async (c) =>
    c.json({ consents: await consentsOf(auth, person(c).userId) }, 200, PRIVATE),
  )
  app.delete('/api/v2/auth/consents/:clientId', async (c) => {
    const clientId = c.req.param('clientId')
    if (await withdraw(auth, { userId: person(c).userId, clientId })) return c.body(null, 204)
    throw new AppError({ code: 'NOT_FOUND', detail: `nothing was allowed to the client ${JSON.stringify(clientId)}` })
  })
  return app
}

const PUBLIC = { 'cache-control': 'public, max-age=300' }
const PRIVATE = { 'cache-control': 'no-store' }
/** What belongs in a body and would end up in logs and histories from an address (RFC 6749, section 2.3.1). */
const SECRETS = [
  'device_code',
  'access_token',
  'refresh_token',
  'token',
  'code',
  'code_verifier',
  'client_secret',
  'password',
]

/** Answers errors of the endpoints of clients as RFC 6749, section 5.2, says; nothing of them may be stored. */
async function answered(c: Context<AppEnv>, answer: () => Promise<Response>): Promise<Response> {
  c.header('cache-control', 'no-store')
  c.header('pragma', 'no-cache')
  try {
    const secret = SECRETS.find((name) => c.req.query(name) !== undefined)
    if (secret !== undefined) throw new OauthError('invalid_request', `${secret} belongs in the body`)
    return await answer()
  } catch (error) {
    if (error instanceof OauthError) return oauthErrorResponse(error)
    throw error
  }
}
