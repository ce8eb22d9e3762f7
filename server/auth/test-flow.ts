import type { Hono } from 'hono'
import type { AppEnv } from '../http.ts'
import { randomText } from './base64url.ts'
import { challengeOf } from './pkce.ts'
import { ORIGIN } from './test-service.ts'

export type Fields = Readonly<Record<string, string>>

/** Parameters as a request or form has them; an undefined one is left out. */
export type Parameters = Readonly<Record<string, string | undefined>>

export interface Proof {
  readonly verifier: string
  readonly challenge: Fields
}

export async function newProof(): Promise<Proof> {
  const verifier = randomText(32)
  return { verifier, challenge: { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' } }
}

export function encoded(parameters: Parameters): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(given).toString()
}

/** What a browser does at the authorization endpoint, and a client at the others. */
export function flowOf(app: Hono<AppEnv>) {
  const post = (path: string, fields: Parameters | string, headers: Fields = {}) =>
    app.request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof fields === 'string' ? fields : encoded(fields),
    })
  return {
    authorize: (parameters: Parameters | string, headers: Fields = {}) => {
      const query = typeof parameters === 'string' ? parameters : encoded(parameters)
      return app.request(`${ORIGIN}/oauth/authorize?${query}`, { headers })
    },
    decide: (fields: Parameters, headers: Fields = {}) =>
      post('/oauth/authorize', fields, { origin: ORIGIN, ...headers }),
    token: (fields: Parameters, headers: Fields = {}) => post('/oauth/token', fields, headers),
    introspect: (fields: Parameters, headers: Fields = {}) => post('/oauth/introspect', fields, headers),
    revoke: (fields: Parameters, headers: Fields = {}) => post('/oauth/revoke', fields, headers),
  }
}

/** Where an answer leads, its parameters apart. */
export function ledTo(response: Response): { readonly to: string; readonly answer: Fields } {
  const location = response.headers.get('location') ?? ''
  const [to = '', query = ''] = location.split(/\?(.*)/s)
  return { to, answer: Object.fromEntries(new URLSearchParams(query)) }
}

/** The ticket of a consent form. */
export async function ticketOf(response: Response): Promise<string> {
  return /name="ticket" value="([^"]+)"/.exec(await response.text())?.[1] ?? ''
}
