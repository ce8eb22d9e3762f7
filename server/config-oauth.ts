import { ConfigError, type Environment, integer, serviceUrl, text } from './config-values.ts'

/** How the authorization server gives tokens. */
export interface OauthConfig {
  /** Paths of the two endpoints that people configure (specification, "C. Authorization server"). */
  readonly authorizePath: string
  readonly tokenPath: string
  /** Its name, an origin (RFC 8414); null: the origin that it is asked at. */
  readonly issuer: string | null
  /** Seconds in which a refresh token that was replaced is answered again: `refreshTokenReuseLeeway` [AUTH16]. */
  readonly refreshTokenReuseLeeway: number
  /** Seconds in which refreshes of a session are one: `tokenRefreshWindow` [AUTH15]. */
  readonly tokenRefreshWindow: number
  /** Days after which tokens are signed with a new key. */
  readonly signingKeyDays: number
}

/** Addresses of the service that never change. */
const TAKEN =
  /^\/(?:api|health|user|help|login|account|pair|assets|oauth\/(?:jwks|device_authorization|introspect|revoke|continue))(?:\/|$)/
const PATH = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*){1,8}$/

export function oauthConfig(env: Environment): OauthConfig {
  const authorizePath = path(env, 'OAUTH_AUTHORIZE_PATH') ?? '/oauth/authorize'
  const tokenPath = path(env, 'OAUTH_TOKEN_PATH') ?? '/oauth/token'
  if (authorizePath === tokenPath) throw new ConfigError('OAUTH_TOKEN_PATH', 'must not be the path of the other one')
  return {
    authorizePath,
    tokenPath,
    issuer: issuer(env),
    refreshTokenReuseLeeway: integer(env, 'REFRESH_TOKEN_REUSE_LEEWAY', { default: 30, min: 1, max: 600 }),
    tokenRefreshWindow: integer(env, 'TOKEN_REFRESH_WINDOW', { default: 120, min: 1, max: 600 }),
    signingKeyDays: integer(env, 'SIGNING_KEY_DAYS', { default: 90, min: 1, max: 3650 }),
  }
}

function path(env: Environment, name: string): string | null {
  const value = text(env, name, { pattern: PATH, expected: 'a path such as /oauth/token' })
  if (value !== null && TAKEN.test(value)) throw new ConfigError(name, 'is a path that something else has')
  return value
}

function issuer(env: Environment): string | null {
  const value = serviceUrl(env, 'OAUTH_ISSUER')
  if (value === null) return null
  const { origin } = new URL(value)
  if (value === origin || value === `${origin}/`) return origin
  throw new ConfigError('OAUTH_ISSUER', 'expected an origin such as https://cms.example, without a path')
}
