import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { openPg } from '../db/pg.ts'
import { openPglite } from '../db/pglite.ts'
import { migratedDatabase } from '../db/test-database.ts'
import { migratedPglite } from '../db/test-pglite.ts'
import type { AppEnv } from '../http.ts'
import { type Auth, createAuth } from './index.ts'
import { startTestIssuer, type TestIssuer } from './providers/test-issuer.ts'
import { addClient, addUser, ORIGIN, PASSWORD, SECRET, signIn, testApp } from './test-service.ts'

/** What a reader, a hash or a column could stumble over. */
const VALUES: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff x',
    'İ',
    "'; drop table users; --",
    '%00',
    '%',
    '000000',
    '１２３４５６',
  ],
  ...['x'.repeat(3000), '🎬'.repeat(600), 'A'.repeat(43), 'BCDF-GHJK', 'constructor', '__proto__'],
  ...[null, true, 0, -1, 1.5, 1e308, [], [[]], [null], {}, { length: 1 }, { toString: 1 }],
]
const TEXTS = VALUES.filter((value) => typeof value === 'string')

/** Routes by the members of a body that is in order. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  login: { username: 'ada', password: 'wrong' },
  logout: {},
  'update-password': { currentPassword: 'wrong', newPassword: 'correct horse battery staples', otp: '000000' },
  'forgot-password': { username: 'ada' },
  'reset-password': { token: 'A'.repeat(43), newPassword: 'correct horse battery staples' },
  'reset-password/validate': { token: 'A'.repeat(43) },
  'totp/enrol': { currentPassword: PASSWORD },
  'totp/confirm': { otp: '000000' },
  'totp/disable': { otp: '000000' },
  'passkeys/register/options': { currentPassword: PASSWORD, otp: '000000' },
  'passkeys/register': { name: 'Key', credential: {} },
  'passkeys/sign-in/options': { challengeToken: 'A' },
  'passkeys/sign-in': { challengeToken: 'A', credential: {} },
  'passkeys/1/remove': { currentPassword: PASSWORD, otp: '000000' },
  'users/1/totp/disable': { currentPassword: PASSWORD, otp: '000000' },
  'users/1/passkeys/remove': { currentPassword: PASSWORD, otp: '000000' },
  'devices/look-up': { userCode: 'BCDF-GHJK' },
  'devices/pair': { userCode: 'BCDF-GHJK', name: 'Kitchen', allow: true },
  'providers/test/link': { currentPassword: PASSWORD, returnTo: '/' },
}
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  device_authorization: { client_id: 'television', scope: 'read' },
  token: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'television', device_code: 'A' },
  introspect: { client_id: 'playout', client_secret: SECRET, token: 'A' },
  revoke: { client_id: 'television', token: 'A' },
}
const PATHS = ['sessions', 'devices', 'identities', 'consents', 'passkeys', 'users', 'providers']

/** What is left to differ on PGlite is the driver, which a part of them tries. */
const drivers = [
  { name: 'PGlite', open: async () => openPglite(await migratedPglite()), step: 7 },
  { name: 'Postgres', open: async () => openPg(await migratedDatabase()), step: 2 },
]

describe.each(drivers)('sign-in on $name', ({ open, step }) => {
  let issuer: TestIssuer
  let database: Database
  let auth: Auth
  let app: Hono<AppEnv>
  let cookie: string

  beforeAll(async () => {
    issuer = await startTestIssuer()
    database = await open()
    await addUser(database, 'ada', { isAdministrator: true })
    await addClient(database, 'television', { type: 2 })
    await addClient(database, 'playout', { type: 3 })
    await database.kysely.updateTable('oauth_clients').set({ pairs_devices: true }).execute()
    const providers = { providers: [issuer.config()], linkByEmail: true, create: null }
    auth = createAuth({ database, providers, addressOf: (request) => request.headers.get('x-from') })
    app = testApp(auth)
  })
  // one of the routes ends the session
  beforeEach(async () => {
    cookie = (await signIn(app, 'ada')).cookie
    expect(await asked('GET', '/api/v2/auth/sessions', {})).toBe(200)
  })
  afterAll(async () => {
    await database.close()
    await issuer.close()
  })

  /** Gives the status; what fails instead of answering makes the test fail. What limits guesses is not what is tried. */
  async function asked(method: string, path: string, headers: Record<string, string>, body?: string): Promise<number> {
    await database.kysely.deleteFrom('marquee_attempts').execute()
    auth.memory.refused.clear()
    const own = { cookie, origin: ORIGIN, 'x-from': '192.0.2.7', ...headers }
    const init = { method, headers: own, ...(body === undefined ? {} : { body }) }
    const response = await app.request(`${ORIGIN}${path}`, init)
    await response.text()
    return response.status
  }

  it.each(Object.entries(ROUTES))('[ERR:VALIDATION] %s takes whatever its members are', async (route, good) => {
    const bodies = Object.keys(good).flatMap((name) =>
      VALUES.map((value) => JSON.stringify({ ...good, [name]: value })),
    )
    const some = bodies.filter((_body, index) => index % step === 0)
    for (const body of [...some, '', '[]', 'null', '"x"', '{', '{"__proto__":null}', `${'['.repeat(8000)}`]) {
      const status = await asked('POST', `/api/v2/auth/${route}`, { 'content-type': 'application/json' }, body)
      expect([status, status < 500], body.slice(0, 200)).toEqual([status, true])
    }
    expect((await signIn(app, 'ada')).response.status).toBe(200)
  })

  it.each(Object.entries(FORMS))('[ERR:VALIDATION] /oauth/%s takes whatever its fields are', async (route, good) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const name of [...Object.keys(good), 'extra']) {
      for (const value of TEXTS.filter((_text, index) => index % step === 0)) {
        const status = await asked(
          'POST',
          `/oauth/${route}`,
          type,
          new URLSearchParams({ ...good, [name]: value }).toString(),
        )
        expect([status, status < 500], `${name}=${value.slice(0, 100)}`).toEqual([status, true])
      }
    }
  })

  it('[ERR:NOT_FOUND] takes whatever stands in its paths and queries', async () => {
    const type = { 'content-type': 'application/json' }
    for (const text of [...TEXTS, '%ff', '%2e%2e', '-1', '1e3', '9'.repeat(30)]) {
      const part = text.startsWith('%') ? text : encodeURIComponent(text.toWellFormed())
      for (const path of PATHS) {
        for (const method of ['GET', 'DELETE', 'PATCH', 'POST']) {
          const status = await asked(
            method,
            `/api/v2/auth/${path}/${part}`,
            type,
            method === 'GET' ? undefined : '{"name":"x"}',
          )
          expect([status, status < 500], `${method} ${path} ${part}`).toEqual([status, true])
        }
      }
      for (const address of [
        `users/${part}/sessions`,
        `users/${part}/sessions/${part}`,
        `providers/${part}/start?returnTo=${part}`,
        `providers/test/start?returnTo=${part}`,
        `providers/test/callback?code=${part}&state=${part}&iss=${part}&error=${part}`,
        `sessions?except=${part}`,
      ]) {
        const status = await asked('GET', `/api/v2/auth/${address}`, {
          cookie: `${cookie}; marquee_provider_${part}=x`,
        })
        expect([status, status < 500], address).toEqual([status, true])
      }
    }
  })
})
