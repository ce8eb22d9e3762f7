import type { Context } from 'hono'
import type { AppEnv } from '../http.ts'
import type { Auth, AuthCore } from './auth.ts'
import { authenticateClient } from './client-authentication.ts'
import { DEVICE_GRANT, type GrantType, mayUse, type OauthClient } from './clients.ts'
import { tradeCode } from './codes.ts'
import { verifyUser } from './credentials.ts'
import { redeemDevice } from './devices/redeem.ts'
import { addressLimits, otpLimit, signInLimits } from './rate-limit.ts'
import { grantedScope } from './scopes.ts'
import type { TokenPair } from './token-pair.ts'
import { OauthError, readForm, tooMany } from './token-request.ts'
import { takeOtp, totpState } from './totp.ts'

interface GrantRequest {
  readonly auth: AuthCore
  readonly form: ReadonlyMap<string, string>
  readonly client: OauthClient
  readonly address: string | null
  readonly issuer: string
}

type Grant = (request: GrantRequest) => Promise<TokenPair>

/** Grants by the name they are asked for: a new one is a function and a line here. */
const GRANTS: ReadonlyMap<string, { readonly name: GrantType; readonly grant: Grant }> = new Map(
  [
    { name: 'authorization_code' as const, grant: codeGrant },
    { name: 'password' as const, grant: passwordGrant },
    { name: 'refresh_token' as const, grant: refreshGrant },
    { name: DEVICE_GRANT, grant: deviceGrant } as const,
  ].map((each) => [each.name, each]),
)

/** A token request as it came, over HTTP or from the page server in this process. */
export interface TokenRequest {
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  readonly body: string
  readonly address: string | null
  readonly isOwn: boolean
  readonly issuer: string
}

/** RFC 6749, section 5.1. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * Tokens for a client that proves itself by Basic or form fields, or has nothing to prove itself by and PKCE instead.
 * @throws OauthError, answered as the RFC says
 */
export async function tokenAnswer(auth: AuthCore, request: TokenRequest): Promise<TokenAnswer> {
  const { authorization, address, isOwn, issuer } = request
  const form = readForm(request.contentType, request.body)
  const grantType = form.get('grant_type')
  if (grantType === undefined) throw new OauthError('invalid_request', 'grant_type is missing')
  const found = GRANTS.get(grantType)
  if (found === undefined) throw new OauthError('unsupported_grant_type', 'the grant type is not supported')
  const client = await authenticateClient(auth, { authorization, form, address, isOwn })
  if (!mayUse(client, found.name)) {
    throw new OauthError('unauthorized_client', 'the client may not use this grant type')
  }
  const pair = await found.grant({ auth, form, client, address, issuer })
  return {
    access_token: pair.access,
    token_type: 'Bearer',
    expires_in: pair.expiresIn,
    refresh_token: pair.refresh,
    scope: pair.scope,
  }
}

/** `POST /oauth/token` (RFC 6749, section 5). */
export async function token(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const answer = await tokenAnswer(auth, {
    contentType: c.req.header('content-type'),
    authorization: c.req.header('authorization'),
    body: await c.req.text(),
    address: auth.addressOf(c.req.raw, c.env),
    isOwn: false,
    issuer: auth.issuerOf(c),
  })
  return c.json(answer)
}

/** A code that the user's browser brought (RFC 6749, section 4.1.3; RFC 7636, section 4.5). */
async function codeGrant({ auth, form, client }: GrantRequest): Promise<TokenPair> {
  const code = form.get('code')
  if (code === undefined) throw new OauthError('invalid_request', 'code is missing')
  const pair = await tradeCode(auth, {
    code,
    clientId: client.clientId,
    redirectUri: form.get('redirect_uri'),
    verifier: form.get('code_verifier'),
  })
  if (pair !== null) return pair
  const detail = 'the code is unknown, expired or used, or it was given for another client, redirect_uri or verifier'
  throw new OauthError('invalid_grant', detail)
}

/** Resource owner password credentials (RFC 6749, section 4.3), only for services [A1.f]. */
async function passwordGrant({ auth, form, client, address, issuer }: GrantRequest): Promise<TokenPair> {
  const username = form.get('username')
  const password = form.get('password')
  if (username === undefined || password === undefined) {
    throw new OauthError('invalid_request', 'username and password are needed')
  }
  const scope = grantedScope(form.get('scope'), client.scope)
  if (scope === null) throw new OauthError('invalid_scope', 'the scope is more than the client may have')
  const limits = signInLimits(username, address)
  const attempt = await auth.attempt(limits, () => verifyUser(auth.database, username, password))
  if (attempt.kind === 'refused') throw tooMany(attempt.retryAfter)
  if (attempt.result === null) throw new OauthError('invalid_grant', 'the username or the password is not right')
  await requireOtp(auth, attempt.result.id, form.get('otp'), address)
  return auth.tokens.issue({ userId: attempt.result.id, clientId: client.clientId, scope, issuer })
}

/** A password alone does not get past a second factor. */
async function requireOtp(auth: AuthCore, userId: number, otp: string | undefined, address: string | null) {
  if (!(await totpState(auth, userId)).enabled) return
  if (otp === undefined) throw new OauthError('invalid_grant', 'the user has a second factor: otp is needed')
  const limits = [otpLimit(userId), ...addressLimits(address)]
  const attempt = await auth.attempt(limits, async () => (await takeOtp(auth, userId, otp)) || null)
  if (attempt.kind === 'refused') throw tooMany(attempt.retryAfter)
  if (attempt.result === null) throw new OauthError('invalid_grant', 'the one-time code is not right')
}

/** A device that shows a code, which polls until its user has decided (RFC 8628, section 3.4). */
async function deviceGrant({ auth, form, client }: GrantRequest): Promise<TokenPair> {
  const code = form.get('device_code')
  if (code === undefined) throw new OauthError('invalid_request', 'device_code is missing')
  return redeemDevice(auth, client, code)
}

/** Refreshing (RFC 6749, section 6): only with a refresh token that was issued to this client. */
async function refreshGrant({ auth, form, client }: GrantRequest): Promise<TokenPair> {
  const refresh = form.get('refresh_token')
  if (refresh === undefined) throw new OauthError('invalid_request', 'refresh_token is missing')
  const rotation = await auth.tokens.rotate(refresh, client.clientId, form.get('scope'))
  if (rotation.kind === 'rotated') return rotation.pair
  if (rotation.because === 'invalid_scope') throw new OauthError('invalid_scope', 'the scope is more than was granted')
  throw new OauthError('invalid_grant', 'the refresh token is unknown, expired or revoked')
}
