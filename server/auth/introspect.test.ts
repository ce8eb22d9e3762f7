import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { createAuth } from './index.ts'
import { type Fields, flowOf, ledTo, newProof, type Parameters, type Proof } from './test-flow.ts'
import { addClient, addUser, ORIGIN, openTestDatabase, SECRET, signIn, testApp, testClock } from './test-service.ts'

const CALLBACK = 'https://app.example/callback'
const clock = testClock()
let database: Database
let app: Hono<AppEnv>
let flow: ReturnType<typeof flowOf>
let user: number
let cookie: Fields
let proof: Proof

beforeAll(async () => {
  database = await openTestDatabase()
  app = testApp(createAuth({ database, now: clock.now }))
  flow = flowOf(app)
  user = await addUser(database, 'ada')
  cookie = { cookie: (await signIn(app, 'ada')).cookie }
  const own = { redirectUris: [CALLBACK, `${CALLBACK}/2`], isFirstParty: true }
  await addClient(database, 'web', own)
  await addClient(database, 'other', own)
  await addClient(database, 'app', { ...own, type: 2 })
  await addClient(database, 'robot', { type: 3 })
})

beforeEach(async () => {
  proof = await newProof()
})

/** Moves the clock on and signs in once more: the session before may have ended. */
async function later(seconds: number): Promise<void> {
  clock.advance(seconds)
  cookie = { cookie: (await signIn(app, 'ada')).cookie }
}

const web = { client_id: 'web', client_secret: SECRET }
const trade = { grant_type: 'authorization_code', redirect_uri: CALLBACK }

async function code(clientId: string, more: Parameters = {}): Promise<string> {
  const asked = { response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, ...proof.challenge, ...more }
  return ledTo(await flow.authorize(asked, cookie)).answer.code ?? ''
}

interface Pair {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

async function pair(response: Response): Promise<Pair> {
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return (await response.json()) as Pair
}

async function refused(response: Response, error: string, status = 400): Promise<void> {
  expect([response.status, ((await response.json()) as Fields).error]).toEqual([status, error])
}

const movies = async (access: string, method = 'GET') =>
  app.request(`${ORIGIN}/api/v1/movies`, { method, headers: { authorization: `Bearer ${access}` } })

describe('introspection', () => {
  const robot = { client_id: 'robot', client_secret: SECRET }
  const of = async (response: Response) => (await response.json()) as Record<string, unknown>

  async function tokens(clientId: string): Promise<Pair> {
    const secret = clientId === 'app' ? {} : { client_secret: SECRET }
    const given = await code(clientId)
    return pair(
      await flow.token({ ...trade, client_id: clientId, ...secret, code: given, code_verifier: proof.verifier }),
    )
  }

  it('[A1.c] tells a service of any token, and another client of its own', async () => {
    const { access_token, refresh_token } = await tokens('web')
    const at = Math.floor(clock.now() / 1000)
    const about = {
      active: true,
      scope: 'read write',
      client_id: 'web',
      client_type: 1,
      username: 'ada',
      sub: String(user),
      iss: ORIGIN,
      iat: at,
    }
    const response = await flow.introspect({ ...robot, token: access_token })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await of(response)).toEqual({ ...about, token_type: 'Bearer', exp: at + 3600 })
    expect(await of(await flow.introspect({ ...web, token: refresh_token }))).toEqual({ ...about, exp: at + 90_000 })
    const others = { client_id: 'other', client_secret: SECRET, token: access_token }
    expect(await of(await flow.introspect(others))).toEqual({ active: false })
  })

  it('[A1.c] [AUTH20] takes a service’s access token in place of its secret', async () => {
    const { access_token } = await tokens('web')
    const service = createAuth({ database, now: clock.now })
    const { access } = await service.tokens.issue({ userId: user, clientId: 'robot' })
    const headers = { authorization: `Bearer ${access}` }
    expect(await of(await flow.introspect({ token: access_token }, headers))).toMatchObject({ active: true })
    const own = await flow.introspect({ token: access_token }, { authorization: `Bearer ${access_token}` })
    expect([own.status, own.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer error=')])
  })

  it('[A1.c] says no more than that of tokens that are not good', async () => {
    const old = await tokens('web')
    await pair(await flow.token({ grant_type: 'refresh_token', ...web, refresh_token: old.refresh_token }))
    const expired = await tokens('web')
    await later(3600)
    for (const token of [old.refresh_token, expired.access_token, 'nonsense', '\0', 'A'.repeat(43)]) {
      expect(await of(await flow.introspect({ ...robot, token }))).toEqual({ active: false })
    }
  })

  it('[A1.c] is closed to whoever is no client with a secret', async () => {
    const { access_token: token } = await tokens('app')
    await refused(await flow.introspect({ token }), 'invalid_client', 401)
    await refused(await flow.introspect({ token, client_id: 'app' }), 'invalid_client', 401)
    await refused(await flow.introspect({ ...robot, client_secret: 'x', token }), 'invalid_client', 401)
    await refused(await flow.introspect(robot), 'invalid_request')
  })

  it('[A1.c] a client revokes its access token, or with the refresh token all of the sign-in', async () => {
    const first = await tokens('app')
    const done = await flow.revoke({ client_id: 'app', token: first.access_token, token_type_hint: 'access_token' })
    expect([done.status, await done.text()]).toEqual([200, ''])
    expect((await movies(first.access_token)).status).toBe(401)
    const next = await pair(
      await flow.token({ grant_type: 'refresh_token', client_id: 'app', refresh_token: first.refresh_token }),
    )
    expect((await flow.revoke({ client_id: 'app', token: next.refresh_token })).status).toBe(200)
    expect((await movies(next.access_token)).status).toBe(401)
    const again = { grant_type: 'refresh_token', client_id: 'app', refresh_token: next.refresh_token }
    await refused(await flow.token(again), 'invalid_grant')
    for (const token of [next.refresh_token, 'nonsense', '\0'])
      expect((await flow.revoke({ client_id: 'app', token })).status).toBe(200)
  })

  it('[A1.c] a client revokes nothing of another', async () => {
    const { access_token, refresh_token } = await tokens('web')
    for (const token of [access_token, refresh_token])
      await refused(await flow.revoke({ client_id: 'app', token }), 'invalid_grant')
    await refused(await flow.revoke({ token: access_token }), 'invalid_client', 401)
    await refused(await flow.revoke({ client_id: 'app' }), 'invalid_request')
    expect((await movies(access_token)).status).toBe(200)
  })
})
