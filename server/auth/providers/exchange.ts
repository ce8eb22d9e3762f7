import { OAuth2Tokens } from 'arctic'
import type { ProviderConfig } from '../../config-providers.ts'
import { utf8Bytes } from '../base64url.ts'
import type { Ask } from './ask.ts'
import { isMembers, membersOf } from './members.ts'
import { type Endpoints, ProviderFault } from './provider.ts'

export interface Exchange {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
}

/**
 * Trades a code for tokens (RFC 6749, section 4.1.3). Arctic's own way to do it waits without end, follows redirects and
 * knows the header alone.
 */
export async function exchangeCode(
  ask: Ask,
  { token, secretInForm }: Endpoints,
  { clientId, clientSecret }: ProviderConfig,
  { code, redirectUri, verifier }: Exchange,
): Promise<OAuth2Tokens> {
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
    ...(secretInForm ? { client_id: clientId, client_secret: clientSecret } : {}),
  })
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(secretInForm ? {} : { authorization: `Basic ${credentials(clientId, clientSecret)}` }),
  }
  const answer = await ask(token, { method: 'POST', headers, body: form.toString() })
  // GitHub tells of errors with the status 200
  if (isMembers(answer.body) && typeof answer.body.error === 'string') {
    throw new ProviderFault('failed', `it did not take the code: ${plain(answer.body.error)}`)
  }
  return new OAuth2Tokens(membersOf(answer, 'its token endpoint'))
}

/** An error code as a provider gave it, when it is one (RFC 6749, section 5.2). */
export function plain(error: string): string {
  return /^[\w.-]{1,64}$/.test(error) ? error : 'an error without a name'
}

/** Both are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function credentials(clientId: string, secret: string): string {
  const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
  return btoa(String.fromCharCode(...utf8Bytes(`${encoded(clientId)}:${encoded(secret)}`)))
}
