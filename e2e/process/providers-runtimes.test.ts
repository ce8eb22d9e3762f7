import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor } from '../harness/cookie-jar.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { type NeonProxy, startNeonProxy } from '../harness/neon-proxy.ts'
import { OPENID_CLIENT, type OpenIdProvider, startOpenIdProvider } from '../harness/openid-provider.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { throughProvider } from './provider-visit.ts'

let provider: OpenIdProvider
let postgres: PostgresServer
let proxy: NeonProxy
let server: RunningServer | undefined

beforeAll(async () => {
  provider = await startOpenIdProvider({ claimsInIdToken: true })
  postgres = await startPostgres()
  proxy = await startNeonProxy()
})
afterAll(async () => {
  await server?.stop()
  await proxy?.stop()
  await postgres?.stop()
  await provider?.stop()
})

it.each(['deno', 'workerd'] as const)('[A6] an OpenID provider signs people in on %s', async (runtime) => {
  const acme = { key: 'acme', name: 'Acme', issuer: provider.issuer, ...OPENID_CLIENT }
  server = await startServer(runtime, {
    ...CREDENTIALS,
    DATABASE_URL: await postgres.createDatabase(runtime),
    DEMO: 'false',
    NEON_FETCH_ENDPOINT: proxy.fetchEndpoint,
    NEON_WS_PROXY: proxy.wsProxy,
    SIGN_IN_PROVIDERS: JSON.stringify([acme]),
    SIGN_IN_LINK_BY_EMAIL: 'true',
  })
  const { url } = server
  provider.allow(`${url}/api/v2/auth/providers/acme/callback`)
  const start = `${url}/api/v2/auth/providers/acme/start?returnTo=/account`
  const through = async (login: string) => {
    const visitor = newVisitor()
    const response = await visitor.get(await throughProvider(visitor, start, login))
    return { visitor, location: response.headers.get('location') }
  }
  expect((await through('stranger')).location).toBe('/login?next=%2Faccount&problem=unlinked')
  provider.people.set('root', { email: ADMIN.email, email_verified: true })
  const { visitor, location } = await through('root')
  expect(location).toBe('/account')
  expect(await (await visitor.get(`${url}/user/me`)).json()).toMatchObject({ username: ADMIN.email })
  provider.tamper = (idToken) => provider.resigned(idToken, {}, false)
  expect((await through('root')).location).toBe('/login?next=%2Faccount&problem=failed')
  provider.tamper = null
  await server.stop()
})
