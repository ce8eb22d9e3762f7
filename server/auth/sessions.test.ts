import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { type Auth, authenticate, createAuth } from './index.ts'
import { addUser, cookieOf, ORIGIN, openTestDatabase, testApp, testClock } from './test-service.ts'

const clock = testClock()
let database: Database
let user: number

beforeAll(async () => {
  database = await openTestDatabase()
  user = await addUser(database, 'ada')
})

interface Instance {
  readonly auth: Auth
  readonly app: Hono<AppEnv>
}

/** One running service: instances share the database and nothing else. */
function instance(options: { accessTokenMinutes?: number; sessionHours?: number } = {}): Instance {
  const auth = createAuth({ database, now: clock.now, ...options })
  return { auth, app: testApp(auth) }
}

async function signedIn({ auth }: Instance): Promise<string> {
  return `marquee_session=${(await auth.sessions.start(user, ORIGIN)).cookie}`
}

const read = ({ app }: Instance, cookie: string) => app.request(`${ORIGIN}/api/v1/movies`, { headers: { cookie } })

const logout = ({ app }: Instance, cookie: string) =>
  app.request(`${ORIGIN}/api/v2/auth/logout`, {
    method: 'POST',
    headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
  })

const MINUTE = 60

test('[LIM:access-token.2] [AUTH12] [AUTH14] with less than 10 minutes left the tokens are refreshed unseen', async () => {
  const here = instance()
  const cookie = await signedIn(here)
  clock.advance(50 * MINUTE)
  expect(hasTokens(await read(here, cookie))).toBe(true)
  const same = cookieOf(await read(here, cookie)) ?? ''
  expect((await here.auth.sessions.read(value(same)))?.access).toBe(
    (await here.auth.sessions.read(value(cookie)))?.access,
  )
  clock.advance(1)
  const response = await read(here, cookie)
  const renewed = cookieOf(response) ?? ''
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const [before, after] = [await here.auth.sessions.read(value(cookie)), await here.auth.sessions.read(value(renewed))]
  expect(after?.access).not.toBe(before?.access)
  expect(after?.refresh).not.toBe(before?.refresh)
  expect((after?.expiresAt ?? 0) - Math.floor(clock.now() / 1000)).toBe(60 * MINUTE)
  clock.advance(45 * MINUTE)
  expect((await read(here, renewed)).status).toBe(200)
})

test('[AUTH15] [LIM:refresh-window] requests that come at once or within two minutes get one refresh', async () => {
  const here = instance()
  const cookie = await signedIn(here)
  clock.advance(51 * MINUTE)
  const before = await tokenCount()
  const responses = await Promise.all(Array.from({ length: 8 }, () => read(here, cookie)))
  clock.advance(119)
  responses.push(await read(here, cookie))
  expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(200))
  expect(new Set(responses.map(cookieOf)).size).toBe(1)
  expect(await tokenCount()).toBe(before + 2)
})

test('[AUTH15] [AUTH16] instances share a refresh for two minutes; a later one is a replay and ends the session', async () => {
  const [here, there, late] = [instance(), instance(), instance()]
  const cookie = await signedIn(here)
  clock.advance(51 * MINUTE)
  const before = await tokenCount()
  const first = cookieOf(await read(here, cookie)) ?? ''
  clock.advance(119)
  const second = await read(there, cookie)
  expect([second.status, await tokenCount()]).toEqual([200, before + 2])
  const sessionOf = async (cookie: string) => here.auth.sessions.read(value(cookie))
  const [one, other] = [await sessionOf(first), await sessionOf(cookieOf(second) ?? '')]
  expect([other?.access, other?.refresh]).toEqual([one?.access, one?.refresh])
  clock.advance(1)
  expect((await read(late, cookie)).status).toBe(401)
  clock.advance(5)
  for (const ended of [first, cookieOf(second) ?? '']) expect((await read(late, ended)).status).toBe(401)
})

test('[AUTH15] instances that refresh at once refresh once', async () => {
  const instances = Array.from({ length: 5 }, () => instance())
  const cookie = await signedIn(instances[0] as Instance)
  clock.advance(51 * MINUTE)
  const before = await tokenCount()
  const responses = await Promise.all(instances.flatMap((each) => [read(each, cookie), read(each, cookie)]))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await tokenCount()).toBe(before + 2)
})

test('[AUTH17] [ERR:unauthenticated] when the refresh fails the token that is left counts, then 401', async () => {
  const here = instance()
  const cookie = await signedIn(here)
  const session = await here.auth.sessions.read(value(cookie))
  await here.auth.tokens.revoke([session?.refresh ?? ''])
  clock.advance(51 * MINUTE)
  const response = await read(here, cookie)
  expect(response.status).toBe(200)
  expect(cookieOf(response)).toBeUndefined()
  clock.advance(9 * MINUTE)
  const late = await read(here, cookie)
  expect(late.status).toBe(401)
  expect(cookieOf(late)).toBeUndefined()
})

test('[AUTH9] [LIM:session-cookie] the session ends 24 hours after its last use', async () => {
  const here = instance()
  const cookie = await signedIn(here)
  expect(cookieOf(await read(here, cookie))).toBeUndefined()
  clock.advance(49 * MINUTE)
  const slid = await read(here, cookie)
  expect(slid.headers.get('set-cookie')).toContain('Max-Age=86400')
  clock.advance(24 * 60 * MINUTE - 1)
  const used = await read(here, cookieOf(slid) ?? '')
  expect(used.status).toBe(200)
  clock.advance(24 * 60 * MINUTE)
  expect((await read(here, cookieOf(used) ?? '')).status).toBe(401)
})

test('[AUTH9] a session ends in time though its access token is good for longer', async () => {
  const here = instance({ accessTokenMinutes: 600, sessionHours: 1 })
  const cookie = await signedIn(here)
  clock.advance(60 * MINUTE - 1)
  const slid = cookieOf(await read(here, cookie)) ?? ''
  clock.advance(1)
  expect((await read(here, cookie)).status).toBe(401)
  expect((await read(here, slid)).status).toBe(200)
})

test('[LIM:access-token.2] tokens that live less than 10 minutes are not refreshed with every request', async () => {
  const here = instance({ accessTokenMinutes: 4 })
  const cookie = await signedIn(here)
  expect(cookieOf(await read(here, cookie))).toBeUndefined()
  clock.advance(3 * MINUTE)
  expect(hasTokens(await read(here, cookie))).toBe(true)
})

test('[AUTH9] a disabled user’s session cannot be refreshed', async () => {
  const here = instance()
  const leaving = await addUser(database, 'leaving')
  const { cookie } = await here.auth.sessions.start(leaving, ORIGIN)
  await database.kysely.updateTable('users').set({ is_disabled: true }).where('id', '=', leaving).execute()
  clock.advance(51 * MINUTE)
  expect((await read(here, `marquee_session=${cookie}`)).status).toBe(401)
})

test('[A3] [A5] logout revokes what the session was refreshed to, though the old cookie is sent', async () => {
  const here = instance()
  const cookie = await signedIn(here)
  clock.advance(51 * MINUTE)
  const renewed = cookieOf(await read(here, cookie)) ?? ''
  expect((await logout(here, cookie)).status).toBe(204)
  expect((await read(here, renewed)).status).toBe(401)
  expect((await read(here, cookie)).status).toBe(401)
})

test('[AUTH14] a write refused for its headers does not lose the refreshed tokens', async () => {
  const here = instance()
  const cookie = await signedIn(here)
  clock.advance(51 * MINUTE)
  const before = await tokenCount()
  const refused = await here.app.request(`${ORIGIN}/api/v1/movies`, { method: 'POST', headers: { cookie } })
  expect(refused.status).toBe(403)
  expect(await tokenCount()).toBe(before)
})

test('[AUTH14] a slow answer does not put back tokens that were replaced while it was made', async () => {
  const here = instance()
  const cookie = await signedIn(here)
  const app = new Hono<AppEnv>()
  app.use(authenticate(here.auth))
  app.get('/api/v1/slow', (c) => {
    clock.advance(2 * MINUTE)
    return c.text('done')
  })
  const slow = () => app.request(`${ORIGIN}/api/v1/slow`, { headers: { cookie } })
  clock.advance(45 * MINUTE)
  expect(cookieOf(await slow())).toBeDefined()
  clock.advance(2 * MINUTE)
  const late = await slow()
  expect([late.status, cookieOf(late)]).toEqual([200, undefined])
})

function value(cookie: string): string {
  return cookie.slice('marquee_session='.length)
}

function hasTokens(response: Response): boolean {
  return response.status === 200 && cookieOf(response) !== undefined
}

async function tokenCount(): Promise<number> {
  return (await database.read({ text: 'select handle_hash from auth_tokens', values: [] })).length
}
