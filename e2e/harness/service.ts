import { inject } from 'vitest'
import { ADMIN, SERVICE_CLIENT } from './credentials.ts'
import type { RuntimeName } from './servers.ts'

/** The server a project's tests talk to. */
export interface ServiceUnderTest {
  readonly url: string
  readonly runtime: RuntimeName
  readonly database: 'pglite' | 'postgres'
  /** The database behind it, where others can reach it too. */
  readonly databaseUrl: string | null
  /** Where the mails lie that it sent; see mail-server.ts. */
  readonly mailFolder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceUnderTest
  }
}

export function service(): ServiceUnderTest {
  return inject('service')
}

let administrators: Promise<string> | undefined

/**
 * An access token by the password grant: of someone, or of the administrator, who has one for all files; through the
 * tests' service client.
 */
export function accessToken(user?: { readonly email: string; readonly password: string }): Promise<string> {
  if (user !== undefined) return newToken(user)
  administrators ??= newToken(ADMIN)
  return administrators
}

async function newToken(user: { readonly email: string; readonly password: string }): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'password',
    client_id: SERVICE_CLIENT.id,
    client_secret: SERVICE_CLIENT.secret,
    username: user.email,
    password: user.password,
  })
  const response = await fetch(`${service().url}/oauth/token`, { method: 'POST', body: form })
  if (!response.ok) throw new Error(`no access token: ${response.status} ${await response.text()}`)
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  return token
}

/** A request to the data API as the tests' service client, with its media type on both sides. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${await accessToken()}`)
  if (!headers.has('accept')) headers.set('accept', 'application/vnd.api+json')
  if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/vnd.api+json')
  return fetch(`${service().url}${path}`, { ...init, headers })
}
