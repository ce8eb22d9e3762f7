import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { createAuth } from './index.ts'
import { encoded, flowOf, ledTo, newProof, type Parameters, type Proof, ticketOf } from './test-flow.ts'
import { addClient, addUser, ORIGIN, openTestDatabase, signIn, testApp, testClock } from './test-service.ts'

const CALLBACK = 'https://app.example/callback'
const clock = testClock()
let database: Database
let app: Hono<AppEnv>
let flow: ReturnType<typeof flowOf>
let proof: Proof
let cookie: { readonly cookie: string }
let asked: Parameters

beforeAll(async () => {
  database = await openTestDatabase()
  app = testApp(createAuth({ database, now: clock.now }))
  flow = flowOf(app)
  proof = await newProof()
  await addUser(database, 'ada')
  await addUser(database, 'eve')
  cookie = { cookie: (await signIn(app, 'ada')).cookie }
  await addClient(database, 'own', { redirectUris: [CALLBACK, `${CALLBACK}?kind=1`], isFirstParty: true })
  await addClient(database, 'single', { redirectUris: [CALLBACK], isFirstParty: true })
  await addClient(database, 'app', { type: 2, redirectUris: [CALLBACK, 'com.example.app:/cb'] })
  await addClient(database, 'reader', { type: 2, redirectUris: [CALLBACK], isFirstParty: true, scopes: ['read'] })
  await addClient(database, 'service', { type: 3, redirectUris: [CALLBACK] })
  asked = { response_type: 'code', client_id: 'own', redirect_uri: CALLBACK, state: 's 1', ...proof.challenge }
})

describe('the authorization endpoint', () => {
  it('[RT:oauth.3] [A1.d] [AUTH5] [A1.a] gives a first-party client a code at once, with state and iss', async () => {
    const response = await flow.authorize(asked, cookie)
    expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store'])
    const { to, answer } = ledTo(response)
    expect(to).toBe(CALLBACK)
    expect(answer).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 's 1', iss: ORIGIN })
    const kept = await database.read({ text: 'select code_hash from marquee_oauth_codes', values: [] })
    expect(kept.flat()).not.toContain(answer.code)
  })

  it('[A1.a] keeps what a redirect URI has of its own, and names the configured issuer', async () => {
    const response = await flow.authorize({ ...asked, redirect_uri: `${CALLBACK}?kind=1` }, cookie)
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.example\/callback\?kind=1&code=/)
    const named = flowOf(testApp(createAuth({ database, now: clock.now, oauth: { issuer: 'https://cms.example' } })))
    expect(ledTo(await named.authorize(asked, cookie)).answer.iss).toBe('https://cms.example')
  })

  it('[A1.d] takes the only redirect URI there is when none is named', async () => {
    const { to } = ledTo(await flow.authorize({ ...asked, client_id: 'single', redirect_uri: undefined }, cookie))
    expect(to).toBe(CALLBACK)
    expect((await flow.authorize({ ...asked, redirect_uri: undefined }, cookie)).status).toBe(400)
  })

  it('[AUTH4] leads who is not signed in to the sign-in, and from there back', async () => {
    const query = encoded(asked)
    for (const headers of [{}, { cookie: 'marquee_session=v1.x' }]) {
      const { to, answer } = ledTo(await flow.authorize(query, headers))
      expect([to, answer]).toEqual(['/login', { next: `/oauth/authorize?${query}` }])
    }
    const oauth = { authorizePath: '/connect/authorize', tokenPath: '/connect/token' }
    const elsewhere = testApp(createAuth({ database, now: clock.now, oauth }))
    const away = await elsewhere.request(`${ORIGIN}/connect/authorize?${query}`)
    expect(ledTo(away).answer).toEqual({ next: `/oauth/continue?${query}` })
    const back = await elsewhere.request(`${ORIGIN}/oauth/continue?${query}`)
    expect(back.headers.get('location')).toBe(`/connect/authorize?${query}`)
  })

  it.each<[string, Parameters | string]>([
    ['an unknown client', { client_id: 'nobody' }],
    ['a client with a NUL', { client_id: 'a\0b' }],
    ['no client', { client_id: undefined }],
    ['another address', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer address', { redirect_uri: `${CALLBACK}/more` }],
    ['a shorter address', { redirect_uri: 'https://app.example/' }],
    ['an address with a query of its own', { redirect_uri: `${CALLBACK}?next=https://evil.example` }],
    ['an address in other letters', { redirect_uri: 'https://APP.example/callback' }],
    ['an address with a fragment', { redirect_uri: `${CALLBACK}#x` }],
    ['an address that climbs', { redirect_uri: 'https://app.example/x/../callback' }],
    ['two addresses', `client_id=own&redirect_uri=${CALLBACK}&redirect_uri=https://evil.example`],
    ['two clients', `client_id=own&client_id=app&redirect_uri=${CALLBACK}`],
    ['nothing', ''],
    ['a very long request', { state: 'x'.repeat(8_000) }],
  ])('[A1.a] is no open redirector: %s is told to the person alone', async (_, change) => {
    const response = await flow.authorize(typeof change === 'string' ? change : { ...asked, ...change }, cookie)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await response.text()).not.toContain('evil')
  })

  it.each<[string, Parameters, string]>([
    ['a client of services', { client_id: 'service' }, 'unauthorized_client'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a public client without PKCE', { client_id: 'app', ...none() }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a method without a challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['an unknown scope', { scope: 'read all' }, 'invalid_scope'],
    ['a scope the client may not have', { client_id: 'reader', scope: 'write' }, 'invalid_scope'],
  ])('[A1.d] tells the client of %s, whoever is signed in', async (_, change, error) => {
    for (const headers of [cookie, {}]) {
      const { to, answer } = ledTo(await flow.authorize({ ...asked, ...change }, headers))
      expect([to, answer]).toEqual([
        CALLBACK,
        { error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/), state: 's 1', iss: ORIGIN },
      ])
    }
    const repeated = ledTo(await flow.authorize(`${encoded(asked)}&state=2`, cookie)).answer
    expect([repeated.error, repeated.state]).toEqual(['invalid_request', undefined])
  })
})

describe('consent', () => {
  const wish = () => ({ ...asked, client_id: 'app', scope: 'read' })

  it('[AUTH5] [A1.d] is asked once for a client that is not our own, remembered by scope, and can be taken back', async () => {
    const page = await flow.authorize(wish(), cookie)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https://app.example;")
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    const text = await page.clone().text()
    for (const shown of ['The app', 'The ada', 'app.example', 'Read what you may read']) expect(text).toContain(shown)
    expect(text).not.toContain('Change what you may change')
    const ticket = await ticketOf(page)
    const allowed = await flow.decide({ ticket, decision: 'allow' }, cookie)
    expect(allowed.status).toBe(303)
    expect(ledTo(allowed)).toEqual({ to: CALLBACK, answer: { code: expect.any(String), state: 's 1', iss: ORIGIN } })
    expect(ledTo(await flow.authorize(wish(), cookie)).answer.code).toBeDefined()
    expect((await flow.authorize({ ...wish(), scope: 'read write' }, cookie)).status).toBe(200)

    const own = { ...cookie, origin: ORIGIN, 'content-type': 'application/json' }
    const consents = await app.request(`${ORIGIN}/api/v2/auth/consents`, { headers: cookie })
    expect(await consents.json()).toEqual({
      consents: [{ clientId: 'app', name: 'The app', scope: 'read', givenAt: Math.floor(clock.now() / 1000) }],
    })
    const { answer } = ledTo(await flow.authorize(wish(), cookie))
    const trade = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: CALLBACK }
    const traded = await flow.token({ ...trade, code: answer.code, code_verifier: proof.verifier })
    const { access_token } = (await traded.json()) as { access_token: string }
    const movies = () =>
      app.request(`${ORIGIN}/api/v1/movies`, { headers: { authorization: `Bearer ${access_token}` } })
    expect((await movies()).status).toBe(200)
    const withdraw = (id: string) =>
      app.request(`${ORIGIN}/api/v2/auth/consents/${id}`, { method: 'DELETE', headers: own })
    expect((await withdraw('app')).status).toBe(204)
    expect((await movies()).status).toBe(401)
    expect((await flow.authorize(wish(), cookie)).status).toBe(200)
    for (const id of ['app', 'nobody', '%00']) expect((await withdraw(id)).status).toBe(404)
  })

  it('[A1.d] that is denied is told to the client and not remembered', async () => {
    const ticket = await ticketOf(await flow.authorize(wish(), cookie))
    const { to, answer } = ledTo(await flow.decide({ ticket, decision: 'deny' }, cookie))
    expect([to, answer.error, answer.state, answer.iss]).toEqual([CALLBACK, 'access_denied', 's 1', ORIGIN])
    expect((await flow.authorize(wish(), cookie)).status).toBe(200)
  })

  it('[A5] [A1.d] counts only as the form that was shown to this user, from this origin, in time', async () => {
    const ticket = await ticketOf(await flow.authorize(wish(), cookie))
    const other = { cookie: (await signIn(app, 'eve')).cookie }
    const attempts: readonly [number, Response][] = [
      [403, await flow.decide({ ticket, decision: 'allow' }, { ...cookie, origin: 'https://evil.example' })],
      [403, await flow.decide({ ticket, decision: 'allow' }, { ...cookie, origin: 'null' })],
      [400, await flow.decide({ decision: 'allow' }, cookie)],
      [400, await flow.decide({ ticket: `${ticket.slice(0, -4)}AAAA`, decision: 'allow' }, cookie)],
      [400, await flow.decide({ ticket: cookie.cookie.split('v1.')[1], decision: 'allow' }, cookie)],
      [403, await flow.decide({ ticket, decision: 'allow' }, other)],
    ]
    for (const [status, response] of attempts) {
      expect([response.status, response.headers.get('location')]).toEqual([status, null])
    }
    expect(ledTo(await flow.decide({ ticket, decision: 'allow' })).to).toBe('/login')
    clock.advance(900)
    expect((await flow.decide({ ticket, decision: 'allow' }, cookie)).status).toBe(400)
    expect((await flow.authorize(wish(), cookie)).status).toBe(200)
  })

  it('[A1.a] does not lead to an address that was taken off the client meanwhile', async () => {
    const native = { ...wish(), redirect_uri: 'com.example.app:/cb' }
    const page = await flow.authorize(native, cookie)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' com.example.app:;")
    const ticket = await ticketOf(page)
    const change = (uris: string) =>
      database.kysely.updateTable('oauth_clients').set({ redirect_uris: uris }).where('client_id', '=', 'app').execute()
    await change(CALLBACK)
    expect((await flow.decide({ ticket, decision: 'allow' }, cookie)).status).toBe(400)
    await change(`${CALLBACK}\ncom.example.app:/cb`)
    const { to } = ledTo(await flow.decide({ ticket, decision: 'allow' }, cookie))
    expect(to).toBe('com.example.app:/cb')
  })

  it('[A1.d] shows names as text', async () => {
    await addClient(database, 'odd', { redirectUris: [CALLBACK] })
    const name = '<img src=x onerror=alert(1)>"\'&'
    await database.kysely.updateTable('oauth_clients').set({ name }).where('client_id', '=', 'odd').execute()
    const text = await (await flow.authorize({ ...asked, client_id: 'odd' }, cookie)).text()
    expect(text).not.toContain('<img')
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('[A5] is nobody’s to see or take back but the user’s, in the browser', async () => {
    await addClient(database, 'robot', { type: 3 })
    const { access } = await createAuth({ database, now: clock.now }).tokens.issue({ userId: 1, clientId: 'robot' })
    const headers = { authorization: `Bearer ${access}` }
    expect((await app.request(`${ORIGIN}/api/v2/auth/consents`, { headers })).status).toBe(403)
  })
})

/** Without PKCE. */
function none(): Parameters {
  return { code_challenge: undefined, code_challenge_method: undefined }
}
