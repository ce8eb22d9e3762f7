import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { createAuth, hashPassword, resetPassword } from './index.ts'
import { type Fields, flowOf, ledTo, newProof, type Parameters, type Proof } from './test-flow.ts'
import {
  addClient,
  addUser,
  ORIGIN,
  openTestDatabase,
  PASSWORD,
  SECRET,
  signIn,
  testApp,
  testClock,
} from './test-service.ts'

const CALLBACK = 'https://app.example/callback'
const clock = testClock()
const warnings: unknown[] = []
let database: Database
let app: Hono<AppEnv>
let flow: ReturnType<typeof flowOf>
let user: number
let cookie: Fields
let proof: Proof

beforeAll(async () => {
  database = await openTestDatabase()
  app = testApp(createAuth({ database, now: clock.now, log: { warn: (_, fields) => warnings.push(fields) } }))
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

describe('a code', () => {
  it('[A1.d] [AUTH6] is traded for tokens of its user, by a public client with its verifier alone', async () => {
    const given = await code('app')
    const { access_token, refresh_token, scope } = await pair(
      await flow.token({ ...trade, client_id: 'app', code: given, code_verifier: proof.verifier }),
    )
    expect(scope).toBe('read write')
    expect(await (await movies(access_token)).json()).toEqual({
      key: `user:${user}`,
      kind: 'user',
      unrestricted: false,
    })
    const next = await pair(await flow.token({ grant_type: 'refresh_token', client_id: 'app', refresh_token }))
    expect((await movies(next.access_token)).status).toBe(200)
  })

  it('[A1.d] is traded by a client with a secret, by Basic or form, with or without PKCE', async () => {
    const given = await code('web')
    await pair(await flow.token({ ...trade, ...web, code: given, code_verifier: proof.verifier }))
    const plain = { code_challenge: undefined, code_challenge_method: undefined }
    const authorization = `Basic ${btoa(`web:${encodeURIComponent(SECRET)}`)}`
    await pair(await flow.token({ ...trade, code: await code('web', plain) }, { authorization }))
  })

  it('[A1.d] is good for a minute', async () => {
    const [first, second] = [await code('web'), await code('web')]
    clock.advance(59)
    await pair(await flow.token({ ...trade, ...web, code: first, code_verifier: proof.verifier }))
    clock.advance(1)
    await refused(await flow.token({ ...trade, ...web, code: second, code_verifier: proof.verifier }), 'invalid_grant')
  })

  it('[A1.d] of one client, address or verifier is no use with another, and stays good for its own', async () => {
    const given = await code('web')
    const right = { ...trade, ...web, code: given, code_verifier: proof.verifier }
    const wrong: readonly Parameters[] = [
      { client_id: 'other' },
      { client_id: 'app', client_secret: undefined },
      { redirect_uri: `${CALLBACK}/2` },
      { redirect_uri: undefined },
      { code_verifier: undefined },
      { code_verifier: `${proof.verifier}x` },
      { code_verifier: proof.challenge.code_challenge },
      { code_verifier: 'short' },
      { code: `${given.slice(0, -1)}_` },
      { code: '\0' },
    ]
    for (const change of wrong) await refused(await flow.token({ ...right, ...change }), 'invalid_grant')
    await refused(await flow.token({ ...right, code: undefined }), 'invalid_request')
    await refused(await flow.token({ ...right, client_secret: 'x' }), 'invalid_client', 401)
    await refused(await flow.token({ ...right, client_id: 'app' }), 'invalid_client', 401)
    await refused(await flow.token({ ...right, client_id: 'robot' }), 'unauthorized_client')
    await pair(await flow.token(right))
  })

  it('[A1.d] without a challenge takes no verifier: nobody takes PKCE away on the way', async () => {
    const given = await code('web', { code_challenge: undefined, code_challenge_method: undefined })
    await refused(await flow.token({ ...trade, ...web, code: given, code_verifier: proof.verifier }), 'invalid_grant')
  })

  it('[A1.g] used twice revokes what it gave rise to, refreshed or not, and says so in the log', async () => {
    const given = await code('app')
    const right = { ...trade, client_id: 'app', code: given, code_verifier: proof.verifier }
    const first = await pair(await flow.token(right))
    const next = await pair(
      await flow.token({ grant_type: 'refresh_token', client_id: 'app', refresh_token: first.refresh_token }),
    )
    expect((await movies(next.access_token)).status).toBe(200)
    warnings.length = 0
    await later(3600)
    // the code alone shows that it got around
    await refused(await flow.token({ ...right, code_verifier: undefined }), 'invalid_grant')
    for (const { access_token } of [first, next]) expect((await movies(access_token)).status).toBe(401)
    const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: next.refresh_token }
    await refused(await flow.token(refresh), 'invalid_grant')
    expect(warnings).toEqual([expect.objectContaining({ clientId: 'app' })])
    expect(JSON.stringify(warnings)).not.toContain(given)
  })

  it('[A1.g] traded twice at once leaves nobody with tokens', async () => {
    const right = { ...trade, client_id: 'app', code: await code('app'), code_verifier: proof.verifier }
    const responses = await Promise.all([flow.token(right), flow.token(right)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    const good = responses.find(({ status }) => status === 200) as Response
    expect((await movies((await pair(good)).access_token)).status).toBe(401)
  })

  it('[A1.d] of a user who was disabled meanwhile gives nothing', async () => {
    const given = await code('web')
    const disable = (is_disabled: boolean) =>
      database.kysely.updateTable('users').set({ is_disabled }).where('id', '=', user).execute()
    await disable(true)
    await refused(await flow.token({ ...trade, ...web, code: given, code_verifier: proof.verifier }), 'invalid_grant')
    await disable(false)
    await later(5)
  })

  it('[A1.d] that was given before the password was changed gives nothing', async () => {
    const given = await code('web')
    await resetPassword(database, 'ada')
    await refused(await flow.token({ ...trade, ...web, code: given, code_verifier: proof.verifier }), 'invalid_grant')
    const password_hash = await hashPassword(PASSWORD)
    await database.kysely.updateTable('users').set({ password_hash }).where('id', '=', user).execute()
    await later(5)
  })

  it.each(['access_token', 'refresh_token', 'client_secret', 'code', 'token'])(
    '[A1] %s in an address is refused, valid or not',
    async (name) => {
      for (const path of ['token', 'introspect', 'revoke']) {
        const response = await app.request(`${ORIGIN}/oauth/${path}?${name}=x`, {
          method: 'POST',
          body: new URLSearchParams({ ...web, token: 'x', grant_type: 'refresh_token' }),
        })
        await refused(response, 'invalid_request')
      }
    },
  )
})

describe('a scope', () => {
  it('[A1.d] of reading reads and changes nothing', async () => {
    const given = await code('app', { scope: 'read' })
    const { access_token, scope } = await pair(
      await flow.token({ ...trade, client_id: 'app', code: given, code_verifier: proof.verifier }),
    )
    expect(scope).toBe('read')
    expect((await movies(access_token)).status).toBe(200)
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
      const response = await movies(access_token, method)
      expect(response.status).toBe(403)
      expect(response.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="write"/)
    }
    const aggregate = await app.request(`${ORIGIN}/api/v1/aggregate-data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(aggregate.status).toBe(200)
  })
})

describe('a browser’s session', () => {
  it('[AUTH4] [AUTH6] [AUTH7] has tokens that the page server’s client got for a code', async () => {
    const rows = await database.read({
      text: `select t.client_id, c.client_type::text, c.is_first_party::text, o.used_at is not null
        from auth_tokens t join oauth_clients c on c.client_id = t.client_id
        join marquee_oauth_codes o on o.family = t.family and o.client_id = t.client_id
        where t.client_id like 'marquee%' and t.kind = 'access'`,
      values: [],
    })
    expect(rows[0]?.slice(0, 3)).toEqual(['marquee-pages', '1', 'true'])
  })

  it('[AUTH5] [A1.a] nobody is led anywhere by that client', async () => {
    const asked = { response_type: 'code', client_id: 'marquee-pages', redirect_uri: 'urn:marquee:pages' }
    expect((await flow.authorize({ ...asked, ...proof.challenge }, cookie)).status).toBe(400)
  })

  it('[AUTH4] [AUTH13] goes on though somebody changed or removed that client', async () => {
    const change = database.kysely.updateTable('oauth_clients').set({ secret_hash: null, client_type: 3 })
    await change.where('client_id', '=', 'marquee-pages').execute()
    expect((await signIn(app, 'ada')).response.status).toBe(200)
    await database.kysely.deleteFrom('oauth_clients').where('client_id', '=', 'marquee-pages').execute()
    const { response, cookie: fresh } = await signIn(app, 'ada')
    expect(response.status).toBe(200)
    expect((await app.request(`${ORIGIN}/api/v1/movies`, { headers: { cookie: fresh } })).status).toBe(200)
  })
})
