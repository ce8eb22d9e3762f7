import * as client from 'openid-client'
import { service } from '../harness/service.ts'
import { create, word } from './client.ts'
import { type BrowserSession, signIn } from './session.ts'

export const CALLBACK = 'https://app.example/callback'

export interface RegisteredClient {
  readonly id: string
  readonly secret: string | null
}

/** A client of this test's own, registered as an administrator does. */
export async function newClient(
  members: { readonly type: '1' | '2' | '3'; readonly isFirstParty?: boolean } & Readonly<Record<string, unknown>>,
): Promise<RegisteredClient> {
  const { type, isFirstParty = true, ...more } = members
  const id = word()
  const secret = type === '2' ? null : word()
  await create('oauth_clients', {
    client_id: id,
    name: id,
    client_type: type,
    redirect_uris: CALLBACK,
    is_first_party: isFirstParty,
    ...(secret === null ? {} : { secret }),
    ...more,
  })
  return { id, secret }
}

/** The client library configured by nothing but the service's metadata. */
export function discovered({ id, secret }: RegisteredClient): Promise<client.Configuration> {
  const authentication = secret === null ? client.None() : client.ClientSecretBasic(secret)
  return client.discovery(new URL(service().url), id, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  })
}

export interface Authorization {
  readonly verifier: string
  readonly state: string
  /** Where the browser was led. */
  readonly url: URL
}

let browser: Promise<BrowserSession> | undefined

/** A browser in which the administrator is signed in; the whole file shares it. */
export function signedInBrowser(): Promise<BrowserSession> {
  browser ??= signIn()
  return browser
}

/** Sends that browser to the authorization endpoint and stops where it is led. */
export async function authorized(
  config: client.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Authorization> {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  })
  const { cookie } = await signedInBrowser()
  const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
  const location = response.headers.get('location')
  if (response.status !== 303 || location === null) throw new Error(`not led back: ${response.status}`)
  return { verifier, state, url: new URL(location, service().url) }
}

export function traded(config: client.Configuration, { url, verifier, state }: Authorization) {
  return client.authorizationCodeGrant(config, url, { pkceCodeVerifier: verifier, expectedState: state })
}

/** Whether an access token is taken by the data API. */
export async function isGood(access: string): Promise<boolean> {
  const response = await fetch(`${service().url}/api/v1/me`, { headers: { authorization: `Bearer ${access}` } })
  await response.body?.cancel()
  return response.status === 200
}
