import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { AppEnv } from '../../http.ts'
import { createAuth } from '../index.ts'
import { addClient, addUser, ORIGIN, openTestDatabase, PASSWORD, signIn, testApp, testClock } from '../test-service.ts'
import { startTestIssuer, type TestIssuer } from './test-issuer.ts'

const START = '/api/v2/auth/providers/test/start'

let database: Database
let issuer: TestIssuer
let app: Hono<AppEnv>
const clock = testClock()

beforeAll(async () => {
  database = await openTestDatabase()
  issuer = await startTestIssuer()
  const providers = { providers: [issuer.config()], linkByEmail: false, create: null }
  const addressOf = (request: Request) => request.headers.get('x-from')
  app = testApp(createAuth({ database, providers, now: clock.now, addressOf }))
})
afterAll(() => issuer.close())

const get = (path: string, headers: Record<string, string> = {}) => app.request(`${ORIGIN}${path}`, { headers })
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Begins at the service and answers in the provider's place. */
async function through(claims: Record<string, unknown> = {}, wait = 0, path = START) {
  const start = await get(path)
  const cookie = cookieOf(start)
  const { searchParams } = new URL(start.headers.get('location') ?? '')
  clock.advance(wait)
  const at = Math.floor(clock.now() / 1000)
  const own = { iss: issuer.issuer, sub: 'ada', aud: 'cms', iat: at, exp: at + 300, nonce: searchParams.get('nonce') }
  issuer.tokens = { access_token: 'a', id_token: await issuer.sign({ ...own, ...claims }) }
  return get(`/api/v2/auth/providers/test/callback?code=c&state=${searchParams.get('state')}`, { cookie })
}

describe('[A6] a sign-in at a provider', () => {
  it('[A5.a] is kept in a cookie of the browser that began it, encrypted', async () => {
    const [cookie = ''] = (await get(START)).headers.getSetCookie()
    expect(cookie).toMatch(
      /^marquee_provider_[\w-]{16}=[\w-]+; Max-Age=600; Path=\/api\/v2\/auth\/providers; HttpOnly;/,
    )
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).not.toContain('Secure')
    const [secure = ''] = (await app.request(`https://cms.test${START}`)).headers.getSetCookie()
    expect(secure).toContain('Secure')
  })

  it('[X38.b] takes ten minutes at most', async () => {
    expect((await through({}, 599)).headers.get('location')).toBe('/login?problem=unlinked')
    expect((await through({}, 600)).headers.get('location')).toBe('/login?problem=expired')
  })

  it('is that of one provider', async () => {
    const start = await get(START)
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state')
    const headers = { cookie: cookieOf(start) }
    const elsewhere = await get(`/api/v2/auth/providers/other/callback?code=c&state=${state}`, headers)
    expect(elsewhere.headers.get('location')).toBe('/login?problem=unknown')
  })

  it('[A2.a] is not begun without end from one address', async () => {
    const from = { 'x-from': '192.0.2.7' }
    const begun = async () => (await get(START, from)).headers.get('location') ?? ''
    expect(await begun()).toContain(issuer.issuer)
    await database.kysely.updateTable('marquee_attempts').set({ failures: 199 }).where('most', '=', 200).execute()
    expect(await begun()).toContain(issuer.issuer)
    expect(await begun()).toBe('/login?problem=limited')
    expect((await get(START, { 'x-from': '192.0.2.8' })).headers.get('location')).toContain(issuer.issuer)
  })

  it('[A2.a] that the person broke off counts as no guess, one that the provider did not take does', async () => {
    const from = { 'x-from': '192.0.2.9' }
    const ended = async (error: string) => {
      const start = await get(START, from)
      const state = new URL(start.headers.get('location') ?? '').searchParams.get('state')
      const headers = { ...from, cookie: cookieOf(start) }
      return (await get(`/api/v2/auth/providers/test/callback?error=${error}&state=${state}`, headers)).headers.get(
        'location',
      )
    }
    const failures = async () => {
      const rows = await database.kysely
        .selectFrom('marquee_attempts')
        .select('failures')
        .where('most', '=', 50)
        .execute()
      return Math.max(0, ...rows.map((row) => Number(row.failures)))
    }
    expect(await ended('access_denied')).toBe('/login?problem=denied')
    expect(await failures()).toBe(0)
    expect(await ended('server_error')).toBe('/login?problem=failed')
    expect(await failures()).toBe(1)
  })

  it('stores no token of the provider', async () => {
    const userId = await addUser(database, 'ada')
    const { issuer: own } = issuer
    const row = {
      user_id: userId,
      provider: 'test',
      issuer: own,
      subject: 'ada',
      label: null,
      linked_at: 1,
      used_at: null,
    }
    await database.kysely.insertInto('marquee_identities').values(row).execute()
    const response = await through({ name: 'Ada' }, 0, `${START}?returnTo=/p/films`)
    expect([response.headers.get('location'), cookieOf(response)]).toEqual(['/p/films', expect.stringContaining('=')])
    const rows = await database.kysely.selectFrom('marquee_identities').selectAll().execute()
    expect(rows).toMatchObject([{ subject: 'ada', label: 'Ada', used_at: expect.anything() }])
    const kept = JSON.stringify([
      rows,
      await database.kysely.selectFrom('marquee_provider_returns').selectAll().execute(),
    ])
    expect(kept).not.toContain((issuer.tokens as { readonly id_token: string }).id_token)
  })
})

it('[A6] [P3.a] applications neither see nor link nor unlink accounts', async () => {
  await addClient(database, 'batch', { type: 3 })
  const userId = await addUser(database, 'grace')
  const { access } = await createAuth({ database, now: clock.now }).tokens.issue({ userId, clientId: 'batch' })
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ currentPassword: PASSWORD })
  const statusOf = async (method: string, path: string) =>
    (await app.request(`${ORIGIN}/api/v2/auth/${path}`, { method, headers, ...(method === 'POST' ? { body } : {}) }))
      .status
  expect(await statusOf('GET', 'identities')).toBe(403)
  expect(await statusOf('DELETE', 'identities/1')).toBe(403)
  expect(await statusOf('POST', 'providers/test/link')).toBe(403)
  const { cookie } = await signIn(app, 'grace')
  expect((await get('/api/v2/auth/identities', { cookie })).status).toBe(200)
})
