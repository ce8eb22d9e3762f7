import { expect } from 'vitest'
import { newVisitor, type Visitor } from '../harness/cookie-jar.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { OPENID_CLIENT, type OpenIdProvider, startOpenIdProvider } from '../harness/openid-provider.ts'
import { type RunningServer, type Settings, startServer } from '../harness/servers.ts'
import { word } from '../http/client.ts'
import { throughProvider } from './provider-visit.ts'

export const AUTH = '/api/v2/auth'
/** Starting takes long on a machine that does much else. */
export const START_MS = 180_000

export interface Person {
  readonly id: number
  readonly username: string
  readonly password: string
  readonly email: string
}

/** A service with an OpenID provider `acme`, and with another one, `down`, that is not there. */
export interface ProviderSite {
  readonly provider: OpenIdProvider
  readonly server: RunningServer
  readonly administrator: Visitor
  readonly signedIn: (user: Pick<Person, 'username' | 'password'>) => Promise<Visitor>
  readonly newUser: () => Promise<Person>
  readonly startOf: (returnTo?: string, key?: string) => string
  /** Where a sign-in through the provider ends, as a path of the service; see `throughProvider`. */
  readonly through: (visitor: Visitor, login: string | null, returnTo?: string) => Promise<string>
  /** Where an answer of the provider leads to. */
  readonly endOf: (visitor: Visitor, address: string) => Promise<string>
  /** The answer of the provider when somebody links an account. */
  readonly linkedThrough: (visitor: Visitor, person: Person, login?: string) => Promise<string>
  /** A user whose account at the provider is linked: what is typed there is the username. */
  readonly linkedUser: () => Promise<{ readonly user: Person; readonly visitor: Visitor }>
  /** The username of who is signed in, or the status. */
  readonly whoIs: (visitor: Visitor) => Promise<string | number>
  readonly stop: () => Promise<void>
}

export const problemOf = (location: string) => new URL(location, 'http://own.invalid').searchParams.get('problem')

export async function startProviderSite(rules: Settings = {}): Promise<ProviderSite> {
  const provider = await startOpenIdProvider()
  const acme = { key: 'acme', name: 'Acme', issuer: provider.issuer, ...OPENID_CLIENT }
  const down = { ...acme, key: 'down', name: 'Down', issuer: 'http://localhost:9' }
  const settings = { ...CREDENTIALS, DEMO: 'false', SIGN_IN_PROVIDERS: JSON.stringify([acme, down]) }
  const server = await startServer('node', { ...settings, ...rules, DATA_DIR: await dataFolder() })
  const { url } = server
  provider.allow(`${url}${AUTH}/providers/acme/callback`)

  async function signedIn({ username, password }: Pick<Person, 'username' | 'password'>): Promise<Visitor> {
    const visitor = newVisitor()
    expect((await visitor.post(`${url}${AUTH}/login`, { username, password })).status).toBe(200)
    return visitor
  }
  const administrator = await signedIn({ username: ADMIN.email, password: ADMIN.password })

  async function newUser(): Promise<Person> {
    const username = word().slice(0, 20).toLowerCase()
    const own = { username, password: word(), email: `${username}@acme.example` }
    const response = await administrator.post(`${url}/api/v1/users`, { users: [{ ...own, name: username }] })
    expect(response.status).toBe(201)
    const { users } = (await response.json()) as { users: { _id: number }[] }
    return { ...own, id: users[0]?._id ?? 0 }
  }

  const startOf = (returnTo = '/p/films?page=2', key = 'acme'): string =>
    `${url}${AUTH}/providers/${key}/start?${new URLSearchParams({ returnTo })}`

  async function endOf(visitor: Visitor, address: string): Promise<string> {
    const response = await visitor.get(address)
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
    return response.headers.get('location') ?? ''
  }

  async function linkedThrough(visitor: Visitor, { username, password }: Person, login = username): Promise<string> {
    const body = { currentPassword: password, returnTo: '/account' }
    const response = await visitor.post(`${url}${AUTH}/providers/acme/link`, body)
    expect(response.status).toBe(200)
    const { location } = (await response.json()) as { location: string }
    return throughProvider(visitor, location, login)
  }

  return {
    ...{ provider, server, administrator, signedIn, newUser, startOf, endOf, linkedThrough },
    through: async (visitor, login, returnTo) =>
      endOf(visitor, await throughProvider(visitor, startOf(returnTo), login)),
    linkedUser: async () => {
      const user = await newUser()
      const visitor = await signedIn(user)
      expect(await endOf(visitor, await linkedThrough(visitor, user))).toBe('/account?linked=done')
      return { user, visitor }
    },
    whoIs: async (visitor) => {
      const response = await visitor.get(`${url}/user/me`)
      return response.status === 200 ? ((await response.json()) as { username: string }).username : response.status
    },
    stop: async () => {
      await server.stop()
      await provider.stop()
    },
  }
}
