import type { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { handleHash } from './handle.ts'
import { type Auth, createAuth, ensureServiceClient } from './index.ts'
import { addClient, addUser, ORIGIN, openTestDatabase, PASSWORD, SECRET, testApp, testClock } from './test-service.ts'

const clock = testClock()
const warnings: unknown[] = []
let database: Database
let auth: Auth
let app: Hono<AppEnv>

beforeAll(async () => {
  database = await openTestDatabase()
  auth = createAuth({ database, now: clock.now, log: { warn: (_, fields) => warnings.push(fields) } })
  app = testApp(auth)
  await addUser(database, 'ada', { email: 'ada@example.org' })
  await addUser(database, 'gone', { isDisabled: true })
  await ensureServiceClient(database, { clientId: 'importer', name: 'Importer', secret: SECRET })
  await ensureServiceClient(database, { clientId: 'other', name: 'Other', secret: SECRET })
  await addClient(database, 'web')
})

type Fields = Readonly<Record<string, string>>

const client = { client_id: 'importer', client_secret: SECRET }
const user = { grant_type: 'password', username: 'ada', password: PASSWORD }

const ask = (fields: Fields | string, headers: Fields = {}) =>
  app.request(`${ORIGIN}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })

const basic = (id: string, secret: string): Fields => ({
  authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
})

interface TokenBody {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly token_type: string
  readonly scope: string
}

async function tokens(response: Response): Promise<TokenBody> {
  expect(response.status).toBe(200)
  return (await response.json()) as TokenBody
}

const movies = (access: string) =>
  app.request(`${ORIGIN}/api/v1/movies`, { headers: { authorization: `Bearer ${access}` } })

test('[AUTH10] [A1] [RT:oauth] [RT:oauth.2] a service gets tokens for a user’s password and is unrestricted', async () => {
  const response = await ask({ ...client, ...user })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = await tokens(response)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(body.access_token).toMatch(/^[\w-]{43}$/)
  expect(await (await movies(body.access_token)).json()).toEqual({
    key: 'client:importer',
    kind: 'service',
    unrestricted: true,
  })
})

test('[A1] the client may authenticate by Basic, form-encoded as RFC 6749 says', async () => {
  await tokens(await ask(user, basic('importer', SECRET)))
  await tokens(await ask({ ...user, client_id: 'importer' }, basic('importer', SECRET)))
})

const refresh = (refresh_token: string, more: Fields = {}) =>
  ask({ ...client, grant_type: 'refresh_token', refresh_token, ...more })

test('[AUTH13] [A1] a refresh token gives new tokens to the client it was issued to', async () => {
  const first = await tokens(await ask({ ...client, ...user }))
  const second = await tokens(await refresh(first.refresh_token))
  expect(second.access_token).not.toBe(first.access_token)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await movies(second.access_token)).status).toBe(200)
  await tokens(await refresh(second.refresh_token))
})

test('[AUTH16] [LIM:refresh-leeway] [VER:refresh-leeway] used again within 30 seconds it gives the same tokens', async () => {
  const first = await tokens(await ask({ ...client, ...user }))
  const second = await tokens(await refresh(first.refresh_token))
  clock.advance(29)
  const again = await tokens(await refresh(first.refresh_token))
  expect(again).toEqual({ ...second, expires_in: 3571 })
  const both = await Promise.all([refresh(again.refresh_token), refresh(again.refresh_token)])
  const [one, other] = [await tokens(both[0]), await tokens(both[1])]
  expect(other).toEqual(one)
})

test('[A1.h] [AUTH16] [LIM:refresh-leeway] used after the leeway it revokes all that came of the sign-in', async () => {
  const apart = await tokens(await ask({ ...client, ...user }))
  const first = await tokens(await ask({ ...client, ...user }))
  const second = await tokens(await refresh(first.refresh_token))
  const third = await tokens(await refresh(second.refresh_token))
  expect((await movies(third.access_token)).status).toBe(200)
  warnings.length = 0
  clock.advance(30)
  await refused(await refresh(first.refresh_token), 400, 'invalid_grant')
  for (const { access_token, refresh_token } of [first, second, third]) {
    expect((await movies(access_token)).status).toBe(401)
    await refused(await refresh(refresh_token), 400, 'invalid_grant')
  }
  expect(warnings).toEqual([expect.objectContaining({ clientId: 'importer' })])
  expect(JSON.stringify(warnings)).not.toContain(first.refresh_token)
  await tokens(await refresh(apart.refresh_token))
})

test('[AUTH16] [AUTH2] what would give the same tokens again is forgotten in time', async () => {
  const first = await tokens(await ask({ ...client, ...user }))
  const second = await tokens(await refresh(first.refresh_token))
  const salts = async () => {
    const text = `select t.renewal_salt from auth_tokens t join auth_tokens f on f.family = t.family
      where f.handle_hash = $1 and t.renewal_salt is not null`
    return database.read({ text, values: [handleHash(first.refresh_token)] })
  }
  expect(await salts()).toHaveLength(1)
  clock.advance(121)
  await tokens(await refresh(second.refresh_token))
  expect(await salts()).toHaveLength(1)
})

test('[A1] a refresh may narrow the scope and never widen it', async () => {
  const { refresh_token } = await tokens(await ask({ ...client, ...user }))
  const narrow = await tokens(await refresh(refresh_token, { scope: 'read' }))
  expect(narrow.scope).toBe('read')
  await refused(await refresh(narrow.refresh_token, { scope: 'read all' }), 400, 'invalid_scope')
  expect((await tokens(await refresh(narrow.refresh_token))).scope).toBe('read write')
})

test('[A1] a refresh token is of no use to another client, nor is that of a browser’s session', async () => {
  const { refresh_token } = await tokens(await ask({ ...client, ...user }))
  const grant = { grant_type: 'refresh_token', refresh_token }
  await refused(await ask({ ...grant, client_id: 'other', client_secret: SECRET }), 400, 'invalid_grant')
  const { session } = await auth.sessions.start(1, ORIGIN)
  await refused(await ask({ ...client, ...grant, refresh_token: session.refresh }), 400, 'invalid_grant')
  await refused(await ask({ ...client, ...grant, refresh_token: session.access }), 400, 'invalid_grant')
  await tokens(await ask({ ...client, ...grant }))
})

test.each<[string, Fields | string, Fields, number, string]>([
  ['no grant type', client, {}, 400, 'invalid_request'],
  ['an unknown grant type', { ...client, grant_type: 'implicit' }, {}, 400, 'unsupported_grant_type'],
  ['a grant type named like a method', { ...client, grant_type: 'constructor' }, {}, 400, 'unsupported_grant_type'],
  ['no client', user, {}, 401, 'invalid_client'],
  ['no secret', { ...user, client_id: 'importer' }, {}, 401, 'invalid_client'],
  ['a wrong secret', { ...user, ...client, client_secret: 'x' }, {}, 401, 'invalid_client'],
  ['an unknown client', { ...user, client_id: 'nobody', client_secret: SECRET }, {}, 401, 'invalid_client'],
  ['a client with a NUL', { ...user, client_id: 'a\0b', client_secret: SECRET }, {}, 401, 'invalid_client'],
  ['a Basic header that is none', user, { authorization: 'Basic %%%' }, 401, 'invalid_client'],
  ['a Basic header without a colon', user, { authorization: `Basic ${btoa('importer')}` }, 401, 'invalid_client'],
  ['a Basic header badly encoded', user, { authorization: `Basic ${btoa('a%:b')}` }, 401, 'invalid_client'],
  ['a client named twice', { ...user, ...client }, basic('importer', SECRET), 400, 'invalid_request'],
  ['two different clients', { ...user, client_id: 'other' }, basic('importer', SECRET), 400, 'invalid_request'],
  ['[A1.f] a client of type 1', { ...user, client_id: 'web', client_secret: SECRET }, {}, 400, 'unauthorized_client'],
  ['a wrong password', { ...user, ...client, password: 'x' }, {}, 400, 'invalid_grant'],
  ['an unknown user', { ...user, ...client, username: 'nobody' }, {}, 400, 'invalid_grant'],
  ['a user with a NUL', { ...user, ...client, username: 'a\0da' }, {}, 400, 'invalid_grant'],
  ['a disabled user', { ...user, ...client, username: 'gone' }, {}, 400, 'invalid_grant'],
  ['no password', { ...client, grant_type: 'password', username: 'ada' }, {}, 400, 'invalid_request'],
  ['an empty username', { ...client, ...user, username: '' }, {}, 400, 'invalid_request'],
  ['no refresh token', { ...client, grant_type: 'refresh_token' }, {}, 400, 'invalid_request'],
  ['an odd refresh token', { ...client, grant_type: 'refresh_token', refresh_token: '\0' }, {}, 400, 'invalid_grant'],
  ['a parameter twice', 'grant_type=password&grant_type=password', {}, 400, 'invalid_request'],
  ['JSON', '{"grant_type":"password"}', { 'content-type': 'application/json' }, 400, 'invalid_request'],
  ['an empty body', '', {}, 400, 'invalid_request'],
  ['broken encoding', 'grant_type=%ff%&username=%', {}, 400, 'unsupported_grant_type'],
])('[A1] a token request with %s is answered as RFC 6749 says', async (_, fields, headers, status, error) => {
  await refused(await ask(fields, headers), status, error)
})

test('[A2] a wrong password and an unknown user, a wrong secret and an unknown client have one answer', async () => {
  const text = async (fields: Fields) => (await ask(fields)).text()
  expect(await text({ ...user, ...client, password: 'x' })).toBe(await text({ ...user, ...client, username: 'none' }))
  const [wrong, unknown] = [
    { ...client, client_secret: 'x' },
    { ...client, client_id: 'none' },
  ]
  expect(await text({ ...user, ...wrong })).toBe(await text({ ...user, ...unknown }))
})

test('[AUTH10] a service that is known may ask as often at once as it likes', async () => {
  await tokens(await ask({ ...client, ...user }))
  const nothing = { ...client, grant_type: 'refresh_token', refresh_token: 'x' }
  const responses = await Promise.all(Array.from({ length: 60 }, () => ask(nothing)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]))
})

test('[A1] a secret that was right is not any more once another one is stored', async () => {
  await ensureServiceClient(database, { clientId: 'changing', name: 'Changing', secret: SECRET })
  const asked = { ...user, client_id: 'changing' }
  await tokens(await ask({ ...asked, client_secret: SECRET }))
  await ensureServiceClient(database, { clientId: 'changing', name: 'Changing', secret: 'another' })
  await refused(await ask({ ...asked, client_secret: SECRET }), 401, 'invalid_client')
  await tokens(await ask({ ...asked, client_secret: 'another' }))
})

test('[A1] a client that is removed takes its tokens with it', async () => {
  await ensureServiceClient(database, { clientId: 'brief', name: 'Brief', secret: SECRET })
  const { access_token } = await tokens(await ask({ ...user, client_id: 'brief', client_secret: SECRET }))
  expect((await movies(access_token)).status).toBe(200)
  await database.kysely.deleteFrom('oauth_clients').where('client_id', '=', 'brief').execute()
  clock.advance(5)
  expect((await movies(access_token)).status).toBe(401)
})

test('[A2] [ERR:RATE_LIMITED] ten failures close an account here as well, and the right secret is not counted', async () => {
  clock.advance(300)
  for (let round = 0; round < 10; round++)
    await refused(await ask({ ...user, ...client, password: 'x' }), 400, 'invalid_grant')
  const response = await ask({ ...user, ...client })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  await refused(response, 429, 'rate_limited')
  clock.advance(300)
  await tokens(await ask({ ...user, ...client }))
})

async function refused(response: Response, status: number, error: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  expect([response.status, body.error]).toEqual([status, error])
  expect(body.error_description).toMatch(/^[\x20-\x7e]+$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  if (status === 401) expect(response.headers.get('www-authenticate')).toContain('Basic realm=')
}
