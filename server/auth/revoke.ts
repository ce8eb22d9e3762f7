import type { Context } from 'hono'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { authenticateClient } from './client-authentication.ts'
import { OauthError, readForm } from './token-request.ts'

/**
 * `POST /oauth/revoke` (RFC 7009): ends an access token, or with a refresh token all that came of the sign-in. What is
 * no token is as good as revoked; that of another client is refused.
 */
export async function revoke(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const form = readForm(c.req.header('content-type'), await c.req.text())
  const authorization = c.req.header('authorization')
  const address = auth.addressOf(c.req.raw, c.env)
  const client = await authenticateClient(auth, { authorization, form, address })
  const text = form.get('token')
  if (text === undefined) throw new OauthError('invalid_request', 'token is missing')
  const token = await auth.tokens.read(text)
  if (token !== null && token.clientId !== client.clientId) {
    throw new OauthError('invalid_grant', 'the token was issued to another client')
  }
  if (token?.kind === 'refresh') await auth.tokens.revokeFamily(token.family)
  if (token?.kind === 'access') await auth.tokens.revoke([text])
  return c.body(null, 200)
}
