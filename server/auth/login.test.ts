import type { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { type Auth, createAuth } from './index.ts'
import { addressLimits } from './rate-limit.ts'
import {
  addUser,
  cookieOf,
  firstError,
  ORIGIN,
  openTestDatabase,
  PASSWORD,
  signIn,
  testApp,
  testClock,
} from './test-service.ts'

const clock = testClock()
let database: Database
let auth: Auth
let app: Hono<AppEnv>
let ada: number

beforeAll(async () => {
  database = await openTestDatabase()
  auth = createAuth({ database, now: clock.now })
  app = testApp(auth)
  ada = await addUser(database, 'Ada', { email: 'Ada@Example.org' })
  await addUser(database, 'gone', { isDisabled: true })
})

const post = (body: string, headers: Record<string, string> = {}, origin = ORIGIN) =>
  app.request(`${origin}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

test('[A3] [RT:login] [VER:login-routes] a sign-in answers with the user and sets the cookie', async () => {
  const { response } = await signIn(app, 'Ada')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'authenticated',
    user: { id: ada, username: 'Ada', name: 'The Ada', isAdministrator: false },
    expiresAt: Math.floor(clock.now() / 1000) + 86_400,
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('[AUTH8] [A5] [A5.a] the cookie is HttpOnly, SameSite Lax, and Secure on https', async () => {
  const attributes = (response: Response) => response.headers.get('set-cookie')?.split('; ').slice(1).sort()
  const body = JSON.stringify({ username: 'Ada', password: PASSWORD })
  const plain = await post(body)
  expect(attributes(plain)).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax'])
  expect(attributes(await post(body, {}, 'https://cms.test'))).toContain('Secure')
  expect(attributes(await post(body, { 'x-forwarded-proto': 'https' }))).not.toContain('Secure')
  const trusting = testApp(createAuth({ database, now: clock.now, trustProxy: true }))
  const proxied = await trusting.request(`${ORIGIN}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body,
  })
  expect(attributes(proxied)).toContain('Secure')
})

test.each(['ada', 'ADA', 'ada@example.ORG'])('[A3] %s signs Ada in: case does not matter', async (username) => {
  expect((await signIn(app, username)).response.status).toBe(200)
})

test('[A2] [A2.b] [ERR:UNAUTHENTICATED] nothing tells whether an account exists', async () => {
  const attempts = [
    { username: 'Ada', password: 'wrong' },
    { username: 'nobody', password: 'wrong' },
    { username: 'gone', password: PASSWORD },
    { username: 'A\0da', password: PASSWORD },
    { username: "ada' or '1'='1", password: PASSWORD },
    { username: 'x'.repeat(4000), password: PASSWORD },
    { username: '\ud800', password: PASSWORD },
  ]
  const answers = await Promise.all(
    attempts.map(async (attempt) => {
      const response = await post(JSON.stringify(attempt))
      return { status: response.status, cookie: cookieOf(response), body: await response.text() }
    }),
  )
  expect(answers[0]).toMatchObject({ status: 401, cookie: undefined })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each([
  ['no JSON', '{', 400, 'BODY_SYNTAX', ['']],
  ['an empty body', '', 400, 'BODY_SYNTAX', ['']],
  ['a list', '[]', 422, 'VALIDATION', ['']],
  ['null', 'null', 422, 'VALIDATION', ['']],
  ['a number', '7', 422, 'VALIDATION', ['']],
  ['nothing in it', '{}', 422, 'VALIDATION', ['/username', '/password']],
  ['wrong types', '{"username":7,"password":["x"]}', 422, 'VALIDATION', ['/username', '/password']],
  ['an empty password', '{"username":"ada","password":""}', 422, 'VALIDATION', ['/password']],
  ['a prototype', '{"__proto__":{"username":"ada","password":"x"}}', 422, 'VALIDATION', ['/username', '/password']],
  ['deep nesting', '['.repeat(8000), 400, 'BODY_SYNTAX', ['']],
])(
  '[D1] [ERR:VALIDATION] [ERR:BODY_SYNTAX] a sign-in with %s says what is wrong',
  async (_, body, status, code, pointers) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    const { errors } = (await response.json()) as { errors: { code: string; source: { pointer: string } }[] }
    expect(errors.map(({ source }) => source.pointer)).toEqual(pointers)
    expect(errors[0]?.code).toBe(code)
  },
)

test('[ERR:TOO_LARGE] a sign-in of more than 16 kB is refused', async () => {
  const response = await post(JSON.stringify({ username: 'ada', password: 'x'.repeat(20_000) }))
  expect(response.status).toBe(413)
})

test('[A5] a form or another site cannot sign a visitor in', async () => {
  const body = JSON.stringify({ username: 'ada', password: PASSWORD })
  const form = await post(body, { 'content-type': 'text/plain' })
  expect(form.status).toBe(415)
  expect(await firstError(form)).toMatchObject({ source: { header: 'Content-Type' } })
  const foreign = await post(body, { origin: 'http://evil.test' })
  expect(foreign.status).toBe(403)
  expect(await firstError(foreign)).toMatchObject({ code: 'FORBIDDEN', source: { header: 'Origin' } })
  expect((await post(body, { origin: ORIGIN })).status).toBe(200)
})

const logout = (headers: Record<string, string>) =>
  app.request(`${ORIGIN}/api/v2/auth/logout`, { method: 'POST', headers })
const movies = (headers: Record<string, string>) => app.request(`${ORIGIN}/api/v1/movies`, { headers })
const own = { origin: ORIGIN, 'content-type': 'application/json' }

test('[A3] [A3.f] logout ends the session and clears the cookie', async () => {
  const { cookie } = await signIn(app, 'ada')
  expect((await movies({ cookie })).status).toBe(200)
  const response = await logout({ cookie, ...own })
  expect(response.status).toBe(204)
  expect(response.headers.get('set-cookie')).toMatch(/^marquee_session=;.*Max-Age=0/)
  expect((await movies({ cookie })).status).toBe(401)
  expect((await logout({ cookie, ...own })).status).toBe(204)
})

test('[A3] logout without a session, or with a damaged one, is 204 too', async () => {
  expect((await logout({})).status).toBe(204)
  expect((await logout({ cookie: 'marquee_session=v1.nonsense' })).status).toBe(204)
  expect((await logout({ authorization: 'Bearer nonsense' })).status).toBe(204)
})

test('[A5] another site cannot sign a visitor out', async () => {
  const { cookie } = await signIn(app, 'ada')
  for (const headers of [{ cookie }, { cookie, ...own, origin: 'http://evil.test' }, { cookie, origin: ORIGIN }]) {
    expect((await logout(headers)).status).toBe(403)
  }
  const foreign = await logout({ origin: 'http://evil.test' })
  expect([foreign.status, cookieOf(foreign)]).toEqual([403, undefined])
  expect((await movies({ cookie })).status).toBe(200)
})

test('[A3] logout with a bearer token revokes that token', async () => {
  const { access } = await auth.tokens.issue({ userId: ada, clientId: null })
  const authorization = `Bearer ${access}`
  expect((await movies({ authorization })).status).toBe(200)
  expect((await logout({ authorization })).status).toBe(204)
  expect((await movies({ authorization })).status).toBe(401)
})

test('[A2] [A2.a] [ERR:RATE_LIMITED] after ten failures an account waits, whether it exists or not', async () => {
  for (const username of ['victim', 'phantom']) {
    if (username === 'victim') await addUser(database, username)
    const wrong = JSON.stringify({ username: username.toUpperCase(), password: 'wrong' })
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await post(wrong)).status))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    const right = await post(JSON.stringify({ username, password: PASSWORD }))
    expect([right.status, right.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await firstError(right)).toMatchObject({ code: 'RATE_LIMITED' })
  }
  clock.advance(300)
  expect((await signIn(app, 'victim')).response.status).toBe(200)
})

test('[A2] successful sign-ins are not counted', async () => {
  for (let round = 0; round < 12; round++) expect((await signIn(app, 'ada')).response.status).toBe(200)
})

test('[A2] failures are counted per address as well', async () => {
  const address = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
  for (let i = 0; i < 50; i++) await auth.attempt(addressLimits('192.0.2.1'), async () => null)
  const body = JSON.stringify({ username: 'ada', password: PASSWORD })
  const from = (bindings: object) =>
    app.request(`${ORIGIN}/api/v2/auth/login`, { method: 'POST', headers: own, body }, bindings)
  expect((await from(address)).status).toBe(429)
  expect((await from({ incoming: { socket: { remoteAddress: '192.0.2.2' } } })).status).toBe(200)
})
