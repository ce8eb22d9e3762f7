import type { Database } from '../db/database.ts'
import { findClient, mayUse, type OauthClient } from './clients.ts'
import { isChallenge } from './pkce.ts'
import { grantedScope } from './scopes.ts'

/** An authorization request that can be answered with a code (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export interface AuthorizeRequest {
  readonly client: OauthClient
  readonly redirectUri: string
  readonly redirectGiven: boolean
  readonly state: string | null
  readonly scope: string
  /** S256; null without PKCE, which only clients with a secret may leave out. */
  readonly challenge: string | null
}

/** RFC 6749, section 4.1.2.1. */
export type AuthorizeError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'

export type ReadAuthorizeRequest =
  | { readonly kind: 'request'; readonly request: AuthorizeRequest }
  /** Told to the client. */
  | {
      readonly kind: 'error'
      readonly redirectUri: string
      readonly state: string | null
      readonly error: AuthorizeError
      readonly description: string
    }
  /** Told to the person: there is no address that could be trusted with it. */
  | { readonly kind: 'refused'; readonly because: string }

/** Reads the parameters of an authorization request and checks them against what its client registered. */
export async function readAuthorizeRequest(
  database: Pick<Database, 'read'>,
  parameters: URLSearchParams,
): Promise<ReadAuthorizeRequest> {
  const one = (name: string): string | undefined => parameters.get(name) || undefined
  const isRepeated = (name: string): boolean => parameters.getAll(name).length > 1
  if (isRepeated('client_id') || isRepeated('redirect_uri')) return refused('A parameter of the request is repeated.')
  const client = await findClient(database, one('client_id') ?? '')
  if (client === null) return refused('The application that sent you here is not known.')
  const asked = one('redirect_uri')
  const redirectUri = asked ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined)
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri))
    return refused('The address to return to is not one that the application registered.')

  const state = one('state') ?? null
  const error = (code: AuthorizeError, description: string): ReadAuthorizeRequest => {
    return { kind: 'error', redirectUri, state: isRepeated('state') ? null : state, error: code, description }
  }
  if ([...parameters.keys()].some(isRepeated)) return error('invalid_request', 'a parameter is repeated')
  if (!mayUse(client, 'authorization_code')) return error('unauthorized_client', 'the client may not ask for codes')
  const responseType = one('response_type')
  if (responseType === undefined) return error('invalid_request', 'response_type is missing')
  if (responseType !== 'code') return error('unsupported_response_type', 'response_type must be code')
  if ((one('response_mode') ?? 'query') !== 'query') return error('invalid_request', 'response_mode must be query')
  const fault = pkceFault(one('code_challenge'), one('code_challenge_method'), client)
  if (fault !== null) return error('invalid_request', fault)
  const scope = grantedScope(one('scope'), client.scope)
  if (scope === null) return error('invalid_scope', 'the scope is more than the client may have')
  const challenge = one('code_challenge') ?? null
  return {
    kind: 'request',
    request: { client, redirectUri, redirectGiven: asked !== undefined, state, scope, challenge },
  }
}

/** S256 alone: a method that is not named means plain (RFC 7636, section 4.3), which shows the verifier. */
function pkceFault(challenge: string | undefined, method: string | undefined, client: OauthClient): string | null {
  if (challenge === undefined) {
    if (method !== undefined) return 'code_challenge is missing'
    return client.isPublic ? 'code_challenge is missing: public clients use PKCE' : null
  }
  if (method !== 'S256') return 'code_challenge_method must be S256'
  return isChallenge(challenge) ? null : 'code_challenge must be 43 characters of base64url'
}

function refused(because: string): ReadAuthorizeRequest {
  return { kind: 'refused', because }
}
