import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { toBase64Url } from './base64url.ts'
import { createAuth } from './index.ts'
import { readJwt } from './jwt.ts'
import { type Fields, flowOf, ledTo, newProof, type Parameters, type Proof } from './test-flow.ts'
import { addClient, addUser, ORIGIN, openTestDatabase, SECRET, signIn, testApp, testClock } from './test-service.ts'

const CALLBACK = 'https://app.example/callback'
const clock = testClock()
let database: Database
let app: Hono<AppEnv>
let flow: ReturnType<typeof flowOf>
let cookie: Fields
let proof: Proof

beforeAll(async () => {
  database = await openTestDatabase()
  app = testApp(createAuth({ database, now: clock.now }))
  flow = flowOf(app)
  await addUser(database, 'ada')
  cookie = { cookie: (await signIn(app, 'ada')).cookie }
  const own = { redirectUris: [CALLBACK], isFirstParty: true }
  await addClient(database, 'web', own)
  await addClient(database, 'app', { type: 2, redirectUris: [CALLBACK, 'http://127.0.0.1/cb'], isFirstParty: true })
  await addClient(database, 'robot', { type: 3 })
  proof = await newProof()
})

const post = (path: string, fields: Fields | string, headers: Fields = {}) =>
  app.request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { error?: string }).error]
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
})
const web = { client_id: 'web', client_secret: SECRET }
const asked = (more: Parameters = {}): Parameters => {
  return { response_type: 'code', client_id: 'app', redirect_uri: CALLBACK, ...proof.challenge, ...more }
}

async function newCode(more: Parameters = {}): Promise<string> {
  return ledTo(await flow.authorize(asked(more), cookie)).answer.code ?? ''
}

describe('where a code is sent', () => {
  it.each([
    `${CALLBACK}/`,
    `${CALLBACK}/..`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}#x`,
    'https://app.example',
    'https://app.example:443/callback',
    'https://APP.example/callback',
    'https://app.example@evil.test/callback',
    'https://app.example.evil.test/callback',
    'http://app.example/callback',
    '//app.example/callback',
    'javascript:alert(1)',
    'http://127.0.0.1:80@evil.test/cb',
    'http://127.0.0.1:8080.evil.test/cb',
    'http://127.0.0.1.evil.test/cb',
    'http://127.0.0.1:8080/cb/../x',
    'http://127.0.0.1:8080/cb?x=1',
    'http://127.0.0.1:8080/cb#x',
    'http://127.0.0.1:51004/cb',
    'http://127.0.0.1:99999/cb',
    'http://[::1]:8080/cb',
    'http://localhost:8080/cb',
    'https://127.0.0.1:8080/cb',
  ])('[A1.a] never is %s, whatever else is wrong', async (redirect_uri) => {
    for (const more of [{}, { response_type: 'token' }, { scope: 'admin' }, { code_challenge: '' }]) {
      const response = await flow.authorize(asked({ redirect_uri, ...more }), cookie)
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      expect(response.headers.get('x-frame-options')).toBe('DENY')
    }
  })
})

describe('a trade', () => {
  const trade = async (more: Fields, code?: string) =>
    post('/oauth/token', {
      ...{ grant_type: 'authorization_code', client_id: 'app', redirect_uri: CALLBACK },
      ...{ code: code ?? (await newCode()), code_verifier: proof.verifier, ...more },
    })

  it('[A1.d] is not made with another verifier, none, or one for a code without a challenge', async () => {
    const none = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: CALLBACK, code: await newCode() }
    expect(await errorOf(await post('/oauth/token', none))).toEqual([400, 'invalid_grant'])
    const { verifier } = await newProof()
    expect(await errorOf(await trade({ code_verifier: verifier }))).toEqual([400, 'invalid_grant'])
    expect(await errorOf(await trade({ code_verifier: 'short' }))).toEqual([400, 'invalid_grant'])
    const plain = { client_id: 'web', code_challenge: undefined, code_challenge_method: undefined }
    const downgraded = await newCode(plain)
    expect(await errorOf(await trade(web, downgraded))).toEqual([400, 'invalid_grant'])
  })

  it('[A1.d] is not made by another client, nor a minute later', async () => {
    expect(await errorOf(await trade(web))).toEqual([400, 'invalid_grant'])
    const code = await newCode()
    clock.advance(61)
    expect(await errorOf(await trade({}, code))).toEqual([400, 'invalid_grant'])
  })

  it('[A1] is refused with repeated parameters, two ways to prove oneself, secrets in the address, and as JSON', async () => {
    const form = `grant_type=authorization_code&client_id=app&code=${await newCode()}&code=x`
    expect(await errorOf(await post('/oauth/token', form))).toEqual([400, 'invalid_request'])
    const both = { grant_type: 'refresh_token', refresh_token: 'x', ...web }
    expect(await errorOf(await post('/oauth/token', both, basic('web', SECRET)))).toEqual([400, 'invalid_request'])
    const others = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'app' }
    expect(await errorOf(await post('/oauth/token', others, basic('web', SECRET)))).toEqual([400, 'invalid_request'])
    expect(await errorOf(await post('/oauth/token?client_secret=x', both))).toEqual([400, 'invalid_request'])
    const json = { 'content-type': 'application/json' }
    expect(await errorOf(await post('/oauth/token', JSON.stringify(both), json))).toEqual([400, 'invalid_request'])
  })

  it('[A1] [AUTH2] is kept by no cache, nor is a refusal', async () => {
    for (const response of [await trade({}), await trade({ code: 'x' }), await trade({ client_id: 'nobody' })]) {
      expect([response.headers.get('cache-control'), response.headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
    }
  })
})

describe('introspection', () => {
  it('[A1.c] is not for public clients, for strangers, or for two ways to prove oneself', async () => {
    const user = { username: 'ada', password: 'correct horse battery staple' }
    const robot = { client_id: 'robot', client_secret: SECRET }
    const given = await post('/oauth/token', { grant_type: 'password', ...user, ...robot })
    const { access_token: token } = (await given.json()) as { readonly access_token: string }
    const bearer = { authorization: `Bearer ${token}` }
    expect(await (await post('/oauth/introspect', { token }, bearer)).json()).toMatchObject({ active: true })
    expect(await errorOf(await post('/oauth/introspect', { token, ...robot }, bearer))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await errorOf(await post('/oauth/introspect', { token, client_id: 'app' }))).toEqual([401, 'invalid_client'])
    expect(await errorOf(await post('/oauth/introspect', { token }))).toEqual([401, 'invalid_client'])
    // of another client's token nothing is told
    expect(await (await post('/oauth/introspect', { token, ...web })).json()).toEqual({ active: false })
    expect(await errorOf(await post('/oauth/revoke', { token, ...web }))).toEqual([400, 'invalid_grant'])
    expect(await (await post('/oauth/introspect', { token }, bearer)).json()).toMatchObject({ active: true })
  })
})

describe('metadata', () => {
  it('[A1.b] that a request named the host of is kept by no cache', async () => {
    const path = '/.well-known/oauth-authorization-server'
    expect((await app.request(`http://evil.test${path}`)).headers.get('cache-control')).toBe('no-store')
    const named = testApp(createAuth({ database, now: clock.now, oauth: { issuer: 'https://cms.example' } }))
    const response = await named.request(`http://evil.test${path}`)
    expect(response.headers.get('cache-control')).toContain('public')
    expect(await response.text()).not.toContain('evil')
  })
})

describe('what tokens refer to', () => {
  it('[AUTH3] [A1.e] is read as signed by RS512 and by nothing else', () => {
    const part = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))
    const jwt = (header: object) => `${part(header)}.${part({ sub: '1' })}.AAAA`
    expect(readJwt(jwt({ alg: 'RS512', kid: 'k', typ: 't' }))).not.toBeNull()
    for (const alg of ['none', 'None', 'HS512', 'RS256', 'PS512', 'rs512', '', null]) {
      expect(readJwt(jwt({ alg, kid: 'k', typ: 't' }))).toBeNull()
    }
    expect(readJwt(jwt({ alg: 'RS512', kid: ['k'], typ: 't' }))).toBeNull()
    expect(readJwt(`${jwt({ alg: 'RS512', kid: 'k', typ: 't' })}.more`)).toBeNull()
  })
})
