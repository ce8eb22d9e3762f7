import type { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { type Auth, createAuth } from './index.ts'
import { addUser, firstError, ORIGIN, openTestDatabase, signIn, testApp, testClock } from './test-service.ts'
import type { TokenPair } from './token-pair.ts'

const observed: string[] = []
const clock = testClock()
let database: Database
let auth: Auth
let app: Hono<AppEnv>
let user: number
let pair: TokenPair
let cookie: string

beforeAll(async () => {
  database = await openTestDatabase(observed)
  auth = createAuth({ database, now: clock.now })
  app = testApp(auth)
  user = await addUser(database, 'ada')
  pair = await auth.tokens.issue({ userId: user, clientId: null })
  cookie = (await signIn(app, 'ada')).cookie
})

const movies = (headers: Record<string, string>, init: RequestInit = {}, query = '') =>
  app.request(`${ORIGIN}/api/v1/movies${query}`, { ...init, headers })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('[AUTH1] [AUTH2] a bearer token names the caller', async () => {
  const response = await movies(bearer(pair.access))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ key: `user:${user}`, kind: 'user', unrestricted: false })
  expect((await movies({ authorization: `bearer  ${pair.access} ` })).status).toBe(200)
})

test('[A7] [AUTH19] the session cookie is accepted in place of the bearer', async () => {
  const response = await movies({ cookie: `theme=dark; ${cookie}; lang=en` })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ key: `user:${user}` })
})

test('[ERR:unauthenticated] [ERR:UNAUTHENTICATED] without credentials a closed route answers 401 with a challenge', async () => {
  for (const path of ['/api/v1/movies', '/user/me', '/openapi.json', '/%61pi/v1/movies', '/oauth/nothing']) {
    const response = await app.request(ORIGIN + path)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="marquee"')
    expect(await firstError(response)).toMatchObject({ code: 'UNAUTHENTICATED' })
  }
})

test('[A7] public routes and the shell answer without a caller and look at no credentials', async () => {
  for (const path of ['/', '/login', '/health', '/configurablepermissions']) {
    const response = await app.request(ORIGIN + path, { headers: bearer('nonsense') })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ caller: null })
  }
})

test.each([
  ['no token', 'Bearer'],
  ['an empty token', 'Bearer '],
  ['two tokens', 'Bearer a b'],
  ['an unknown token', `Bearer ${'A'.repeat(43)}`],
  ['an odd token', 'Bearer %00%ff'],
  ['a very long token', `Bearer ${'A'.repeat(5000)}`],
  ['two headers', 'Bearer a, Bearer b'],
])('[ERR:UNAUTHENTICATED] %s is invalid_token, and the cookie beside it does not count', async (_, authorization) => {
  const response = await movies({ authorization, cookie })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"')
})

test('[AUTH2] a refresh token is no access token', async () => {
  expect((await movies(bearer(pair.refresh))).status).toBe(401)
})

test('[A7] another scheme is not a bearer: the cookie counts', async () => {
  expect((await movies({ authorization: 'Basic YTpi' })).status).toBe(401)
  expect((await movies({ authorization: 'Basic YTpi', cookie })).status).toBe(200)
})

test('[A1] a token in the query string is refused, valid or not', async () => {
  const response = await movies(bearer(pair.access), {}, `?page=1&access_token=${pair.access}`)
  expect(response.status).toBe(400)
  expect(response.headers.get('www-authenticate')).toContain('error="invalid_request"')
  expect(await firstError(response)).toMatchObject({ code: 'PARAMETER', source: { parameter: 'access_token' } })
  expect((await movies(bearer(pair.access), {}, '?access%5Ftoken=x')).status).toBe(400)
  expect((await movies(bearer(pair.access), {}, '?name=access_token')).status).toBe(200)
})

const json = { 'content-type': 'application/json' }

test.each([
  ['no Origin', json, 'Origin'],
  ['another Origin', { ...json, origin: 'http://evil.test' }, 'Origin'],
  ['an opaque Origin', { ...json, origin: 'null' }, 'Origin'],
  ['another scheme', { ...json, origin: 'https://cms.test' }, 'Origin'],
  ['another port', { ...json, origin: 'http://cms.test:81' }, 'Origin'],
  ['a longer host', { ...json, origin: 'http://cms.test.evil.test' }, 'Origin'],
  ['no content type', { origin: ORIGIN }, 'Content-Type'],
  ['a form', { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }, 'Content-Type'],
  ['plain text', { origin: ORIGIN, 'content-type': 'text/plain; x=application/json' }, 'Content-Type'],
  ['a type like JSON', { origin: ORIGIN, 'content-type': 'application/jsonp' }, 'Content-Type'],
])('[A5] [ERR:FORBIDDEN] a write by cookie with %s is refused and the header named', async (_, headers, header) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await movies({ ...(headers as Record<string, string>), cookie }, { method })
    expect(response.status).toBe(403)
    expect(await firstError(response)).toMatchObject({ code: 'FORBIDDEN', source: { header } })
  }
})

test('[A5] [A7.a] a write by cookie from the own origin with JSON passes', async () => {
  for (const type of ['application/json', 'application/vnd.api+json', 'application/merge-patch+json; charset=utf-8']) {
    const headers = { origin: ORIGIN, 'content-type': type, cookie }
    expect((await movies(headers, { method: 'POST', body: '{}' })).status).toBe(200)
  }
})

test('[A5] a write by bearer needs neither, and a read by cookie neither', async () => {
  expect((await movies(bearer(pair.access), { method: 'DELETE' })).status).toBe(200)
  expect((await movies({ cookie, origin: 'http://evil.test' })).status).toBe(200)
})

test('[A5] behind a trusted proxy the origin is the one the browser saw', async () => {
  const headers = { ...json, cookie, origin: 'https://cms.test', 'x-forwarded-proto': 'https' }
  expect((await movies(headers, { method: 'POST' })).status).toBe(403)
  const trusting = testApp(createAuth({ database, now: clock.now, trustProxy: true }))
  expect((await trusting.request(`${ORIGIN}/api/v1/movies`, { method: 'POST', headers })).status).toBe(200)
})

test('[AUTH7] a cookie that holds no session is none', async () => {
  const damaged = `${cookie.slice(0, -6)}AAAAAA`
  for (const odd of ['marquee_session=', 'marquee_session=v1.x', 'marquee_session=%', damaged, '=', ';;;']) {
    expect((await movies({ cookie: odd })).status).toBe(401)
  }
})

test('[AUTH2] a warm request costs no statement', async () => {
  await movies(bearer(pair.access))
  await movies({ cookie })
  observed.length = 0
  for (let i = 0; i < 20; i++) {
    await movies(bearer(pair.access))
    await movies({ cookie })
  }
  expect(observed).toEqual([])
})

test('[AUTH2] requests that come at once cost the statements of one', async () => {
  auth.forget()
  observed.length = 0
  await Promise.all(Array.from({ length: 20 }, () => movies(bearer(pair.access))))
  expect(observed).toHaveLength(2)
})

test('[P5] rights changed on this instance hold for the next request, on another within five seconds', async () => {
  const other = testApp(createAuth({ database, now: clock.now }))
  const administrator = await addUser(database, 'root', { isAdministrator: true })
  const { access } = await auth.tokens.issue({ userId: administrator, clientId: null })
  const unrestricted = async (service: Hono<AppEnv>): Promise<unknown> => {
    const response = await service.request(`${ORIGIN}/api/v1/movies`, { headers: bearer(access) })
    return ((await response.json()) as { unrestricted: boolean }).unrestricted
  }
  expect([await unrestricted(app), await unrestricted(other)]).toEqual([true, true])
  await database.kysely.updateTable('users').set({ is_administrator: false }).where('id', '=', administrator).execute()
  auth.forget()
  expect([await unrestricted(app), await unrestricted(other)]).toEqual([false, true])
  clock.advance(5)
  expect(await unrestricted(other)).toBe(false)
})

test('[P5] [A2] a disabled user’s tokens stop within five seconds', async () => {
  const disabled = await addUser(database, 'leaving')
  const { access } = await auth.tokens.issue({ userId: disabled, clientId: null })
  expect((await movies(bearer(access))).status).toBe(200)
  await database.kysely.updateTable('users').set({ is_disabled: true }).where('id', '=', disabled).execute()
  clock.advance(5)
  expect((await movies(bearer(access))).status).toBe(401)
})

test('[A1] a revoked token stops at once here and within five seconds elsewhere', async () => {
  const other = testApp(createAuth({ database, now: clock.now }))
  const { access } = await auth.tokens.issue({ userId: user, clientId: null })
  const elsewhere = () => other.request(`${ORIGIN}/api/v1/movies`, { headers: bearer(access) })
  expect([(await movies(bearer(access))).status, (await elsewhere()).status]).toEqual([200, 200])
  await auth.tokens.revoke([access])
  expect((await movies(bearer(access))).status).toBe(401)
  clock.advance(5)
  expect((await elsewhere()).status).toBe(401)
})

test('[AUTH11] [LIM:access-token] an access token lives 60 minutes, or as configured, to the second', async () => {
  const { access } = await auth.tokens.issue({ userId: user, clientId: null })
  const brief = createAuth({ database, now: clock.now, accessTokenMinutes: 5 })
  const short = await brief.tokens.issue({ userId: user, clientId: null })
  clock.advance(299)
  expect(await brief.callers.resolve(short.access)).not.toBeNull()
  clock.advance(1)
  expect(await brief.callers.resolve(short.access)).toBeNull()
  clock.advance(3299)
  expect((await movies(bearer(access))).status).toBe(200)
  clock.advance(1)
  expect((await movies(bearer(access))).status).toBe(401)
})

test('[AUTH2] the database holds no handle, only hashes', async () => {
  const rows = await database.read({ text: 'select handle_hash from auth_tokens', values: [] })
  const hashes = rows.map(([hash]) => hash)
  expect(hashes).not.toContain(pair.access)
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
})
