import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnSession } from '../../shared/account.ts'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { type Auth, createAuth } from './index.ts'
import { OBJECT, OWNER } from './permission-items.ts'
import { addClient, addUser, ORIGIN, openTestDatabase, signIn, testApp, testClock } from './test-service.ts'

const clock = testClock()
let database: Database
let ada: number
let administrator: number

beforeAll(async () => {
  database = await openTestDatabase()
  ada = await addUser(database, 'ada')
  administrator = await addUser(database, 'root', { isAdministrator: true })
  await addClient(database, 'cutting-room', { type: 2 })
})

interface Instance {
  readonly auth: Auth
  readonly app: Hono<AppEnv>
}

/** One running service: instances share the database and nothing else. */
function instance(): Instance {
  const auth = createAuth({ database, now: clock.now, addressOf: () => '192.0.2.7' })
  return { auth, app: testApp(auth) }
}

type Headers = Readonly<Record<string, string>>

const send = ({ app }: Instance, method: string, path: string, headers: Headers) =>
  app.request(`${ORIGIN}${path}`, {
    method,
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
  })
const status = async (here: Instance, headers: Headers) => (await send(here, 'GET', '/api/v1/movies', headers)).status

async function sessionsOf(here: Instance, headers: Headers, path = '/api/v2/auth/sessions') {
  const response = await send(here, 'GET', path, headers)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return ((await response.json()) as { sessions: readonly OwnSession[] }).sessions
}

const browser = async ({ app }: Instance, username = 'ada'): Promise<Headers> => ({
  cookie: (await signIn(app, username)).cookie,
})

describe('sessions of a user', () => {
  it('[A3] are listed with what began them, where they were used last and which one asks', async () => {
    const here = instance()
    const phone = { ...(await browser(here)), 'user-agent': `Phone\t${'x'.repeat(400)}` }
    const began = Math.floor(clock.now() / 1000)
    const { access } = await here.auth.tokens.issue({ userId: ada, clientId: 'cutting-room' })
    const program = { authorization: `Bearer ${access}` }
    clock.advance(100)
    expect(await status(here, phone)).toBe(200)
    expect(await status(here, program)).toBe(200)
    const sessions = await sessionsOf(here, phone)
    const own = sessions.find(({ isCurrent }) => isCurrent)
    expect(own).toMatchObject({ client: null, startedAt: began, lastUsedAt: began + 100, address: '192.0.2.7' })
    expect(own?.userAgent).toBe(`Phone ${'x'.repeat(294)}`)
    const client = { clientId: 'cutting-room', name: 'The cutting-room' }
    expect(sessions.filter(({ isCurrent }) => !isCurrent)).toEqual([
      expect.objectContaining({ client, startedAt: began, lastUsedAt: began + 100, userAgent: null }),
    ])
    expect((await send(here, 'GET', '/api/v2/auth/sessions', program)).status).toBe(403)
    expect(JSON.stringify(sessions)).not.toContain('family')
  })

  it('[A3] tell their last use to within two minutes, whichever instance is asked', async () => {
    const [here, there] = [instance(), instance()]
    const own = await browser(here)
    const began = Math.floor(clock.now() / 1000)
    const lastUse = async () => (await sessionsOf(there, own)).find(({ isCurrent }) => isCurrent)?.lastUsedAt
    clock.advance(30)
    await status(here, own)
    clock.advance(29)
    await status(here, own)
    expect(await lastUse()).toBe(began + 30)
    clock.advance(61)
    expect(await lastUse()).toBe(began + 120)
  })

  it('[P5] end one by one: at once here, within five seconds elsewhere, and a refresh brings none back', async () => {
    const [here, there] = [instance(), instance()]
    const [kept, ended] = [await browser(here), await browser(here)]
    expect([await status(here, ended), await status(there, ended)]).toEqual([200, 200])
    const id = (await sessionsOf(here, ended)).find(({ isCurrent }) => isCurrent)?.id
    expect((await send(here, 'DELETE', `/api/v2/auth/sessions/${id}`, kept)).status).toBe(204)
    expect(await status(here, ended)).toBe(401)
    clock.advance(5)
    expect([await status(there, ended), await status(there, kept)]).toEqual([401, 200])
    clock.advance(51 * 60)
    expect([await status(here, ended), await status(there, ended)]).toEqual([401, 401])
    expect((await send(here, 'DELETE', `/api/v2/auth/sessions/${id}`, kept)).status).toBe(404)
  })

  it('[A3.f] ended by the one that asks take its cookie away', async () => {
    const here = instance()
    const own = await browser(here)
    const id = (await sessionsOf(here, own)).find(({ isCurrent }) => isCurrent)?.id
    const response = await send(here, 'DELETE', `/api/v2/auth/sessions/${id}`, own)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/Max-Age=0/)])
    expect(await status(here, own)).toBe(401)
  })

  it('[A3] end all at once, or all others, codes that could become one with them', async () => {
    const here = instance()
    const own = await browser(here)
    const other = await browser(here)
    const stranger = await browser(here, 'root')
    const { access, refresh } = await here.auth.tokens.issue({ userId: ada, clientId: 'cutting-room' })
    expect((await send(here, 'DELETE', '/api/v2/auth/sessions?except=nobody', own)).status).toBe(400)
    expect((await send(here, 'DELETE', '/api/v2/auth/sessions?except=current', own)).status).toBe(204)
    const program = { authorization: `Bearer ${access}` }
    expect(await Promise.all([own, other, program, stranger].map((each) => status(here, each)))).toEqual([
      200, 401, 401, 200,
    ])
    expect(await here.auth.tokens.rotate(refresh, 'cutting-room')).toMatchObject({ kind: 'refused' })
    expect(await sessionsOf(here, own)).toHaveLength(1)
    const response = await send(here, 'DELETE', '/api/v2/auth/sessions', own)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/Max-Age=0/)])
    expect([await status(here, own), await status(here, stranger)]).toEqual([401, 200])
  })

  it('[P3.a] are their own: an id of somebody else is as good as none', async () => {
    const here = instance()
    const [own, other] = [await browser(here), await browser(here, 'root')]
    const id = (await sessionsOf(here, other)).find(({ isCurrent }) => isCurrent)?.id
    for (const wrong of [id, 0, '1e3', '%00', '9'.repeat(30)]) {
      expect((await send(here, 'DELETE', `/api/v2/auth/sessions/${wrong}`, own)).status).toBe(404)
    }
    expect(await status(here, other)).toBe(200)
  })

  it('[P3.a] are seen and ended by administrators as well, and by nobody else', async () => {
    const here = instance()
    const [own, root] = [await browser(here), await browser(here, 'root')]
    const path = `/api/v2/auth/users/${ada}/sessions`
    expect((await send(here, 'GET', `/api/v2/auth/users/${administrator}/sessions`, own)).status).toBe(403)
    expect((await send(here, 'GET', '/api/v2/auth/users/99999/sessions', root)).status).toBe(404)
    const seen = await sessionsOf(here, root, path)
    expect(seen.some(({ isCurrent }) => isCurrent)).toBe(false)
    expect((await send(here, 'DELETE', `${path}/${seen[0]?.id}`, root)).status).toBe(204)
    expect(await sessionsOf(here, root, path)).toHaveLength(seen.length - 1)
    const response = await send(here, 'DELETE', path, root)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, null])
    expect([await sessionsOf(here, root, path), await status(here, own)]).toEqual([[], 401])
  })

  it('[P3.a] of others are no matter of a service that its permissions narrow', async () => {
    const here = instance()
    await addClient(database, 'playout', { type: 3 })
    const { access } = await here.auth.tokens.issue({ userId: ada, clientId: 'playout' })
    const service = { authorization: `Bearer ${access}` }
    const path = `/api/v2/auth/users/${administrator}/sessions`
    expect((await send(here, 'GET', path, service)).status).toBe(200)
    const client = await database.kysely.selectFrom('oauth_clients').select('id').where('client_id', '=', 'playout')
    const owner = { owner_type: OWNER.client, owner_id: (await client.executeTakeFirstOrThrow()).id }
    const item = { object_type: OBJECT.mediaType, object_id: null, key: 'movies', can_read: true }
    await database.kysely
      .insertInto('permissions')
      .values({ ...owner, ...item, can_write: false, can_delete: false })
      .execute()
    here.auth.forget()
    expect((await send(here, 'GET', path, service)).status).toBe(403)
    expect((await send(here, 'DELETE', path, service)).status).toBe(403)
  })

  it('[A3] are told apart behind a proxy that asks for a password of its own', async () => {
    const here = instance()
    const own = { ...(await browser(here)), authorization: `Basic ${btoa('staging:secret')}` }
    const other = await browser(here)
    expect((await sessionsOf(here, own)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect((await send(here, 'DELETE', '/api/v2/auth/sessions?except=current', own)).status).toBe(204)
    expect([await status(here, own), await status(here, other)]).toEqual([200, 401])
  })

  it('[A3] leave nothing behind once their tokens ran out and their user signs in anew', async () => {
    const here = instance()
    await browser(here)
    const kept = async () =>
      (await database.kysely.selectFrom('marquee_sign_ins').select('id').where('user_id', '=', ada).execute()).length
    expect(await kept()).toBeGreaterThan(1)
    clock.advance(26 * 3600)
    await browser(here)
    expect(await kept()).toBe(1)
  })
})
