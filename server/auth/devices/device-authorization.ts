import type { Context } from 'hono'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { authenticateClient } from '../client-authentication.ts'
import { DEVICE_GRANT, mayUse } from '../clients.ts'
import { grantedScope } from '../scopes.ts'
import { OauthError, readForm, tooMany } from '../token-request.ts'
import { DEVICE_CODE_SECONDS, issueDeviceCode, POLL_SECONDS } from './device-codes.ts'
import { deviceCodeLimits } from './limits.ts'

/** The shell's page on which a person types the code. */
const PAGE = '/pair'

/** `POST /oauth/device_authorization` (RFC 8628, section 3.1): codes for a device that shows one to its user. */
export async function deviceAuthorization(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const form = readForm(c.req.header('content-type'), await c.req.text())
  const address = auth.addressOf(c.req.raw, c.env)
  const client = await authenticateClient(auth, { authorization: c.req.header('authorization'), form, address })
  if (!mayUse(client, DEVICE_GRANT)) throw new OauthError('unauthorized_client', 'the client may not pair devices')
  const scope = grantedScope(form.get('scope'), client.scope)
  if (scope === null) throw new OauthError('invalid_scope', 'the scope is more than the client may have')
  // each request counts, as each leaves something in the database
  const attempt = await auth.attempt(deviceCodeLimits(address), async () => null)
  if (attempt.kind === 'refused') throw tooMany(attempt.retryAfter)
  const issuer = auth.issuerOf(c)
  const { deviceCode, userCode } = await issueDeviceCode(auth, { clientId: client.clientId, scope, issuer })
  return c.json({
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${issuer}${PAGE}`,
    verification_uri_complete: `${issuer}${PAGE}?code=${userCode}`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: POLL_SECONDS,
  })
}
