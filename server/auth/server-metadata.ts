import type { OauthConfig } from '../config-oauth.ts'
import { DEVICE_GRANT } from './clients.ts'
import { SCOPES } from './scopes.ts'

const WITH_SECRET = ['client_secret_basic', 'client_secret_post']

/** What `/.well-known/oauth-authorization-server` says (RFC 8414, section 2). */
export function serverMetadata(issuer: string, { authorizePath, tokenPath }: OauthConfig) {
  return {
    issuer,
    authorization_endpoint: `${issuer}${authorizePath}`,
    token_endpoint: `${issuer}${tokenPath}`,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    jwks_uri: `${issuer}/oauth/jwks`,
    service_documentation: `${issuer}/help`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'password', DEVICE_GRANT],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
    introspection_endpoint_auth_methods_supported: WITH_SECRET,
    revocation_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
    authorization_response_iss_parameter_supported: true,
  }
}
