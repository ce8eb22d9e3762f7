import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Auth, createAuth } from '../../auth/index.ts'
import {
  addClient,
  addUser,
  cookieOf,
  firstError,
  ORIGIN,
  openTestDatabase,
  PASSWORD,
  SECRET,
  signIn,
  testApp,
  testClock,
} from '../../auth/test-service.ts'
import type { Database } from '../../db/database.ts'
import type { AppEnv } from '../../http.ts'
import { withServiceToken } from '../service-token.ts'
import { type Send, transport } from '../transport.ts'
import { authorizationClient } from './client.ts'

const clock = testClock()
const account = { clientId: 'robot', clientSecret: SECRET, username: 'service', password: PASSWORD }
let database: Database
let other: Database
let server: Hono<AppEnv>
let serverAuth: Auth
let user: number
/** Requests that came to the authorization server. */
const asked: string[] = []
let isDown = false

const send: Send = transport((request) => {
  asked.push(new URL(request.url).pathname)
  if (isDown) throw new TypeError('connection refused')
  return server.fetch(request)
}, ORIGIN)

/** Another process, over the same database unless told otherwise, whose authorization server that is. */
function process(of = database): { readonly auth: Auth; readonly app: Hono<AppEnv> } {
  const asService = withServiceToken(send, send, account, clock.now)
  const client = authorizationClient({ asService, send, tokenPath: '/oauth/token' })
  const auth = createAuth({ database: of, now: clock.now, server: client })
  return { auth, app: testApp(auth) }
}

beforeAll(async () => {
  database = await openTestDatabase()
  other = await openTestDatabase()
  serverAuth = createAuth({ database, now: clock.now })
  server = testApp(serverAuth)
  await addUser(database, 'service', { isAdministrator: true })
  user = await addUser(database, 'ada')
  await addClient(database, 'robot', { type: 3 })
})

beforeEach(() => {
  asked.length = 0
  isDown = false
})

const read = (app: Hono<AppEnv>, headers: Record<string, string>) => app.request(`${ORIGIN}/api/v1/movies`, { headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const introspections = (): number => asked.filter((path) => path === '/oauth/introspect').length

describe('a process whose authorization server is another one', () => {
  it('[X43] [G1.b] [AUTH20] [A1.c] asks it whose a token is, once for five seconds however many requests come', async () => {
    const { app, auth } = process()
    const { access, refresh } = await serverAuth.tokens.issue({ userId: user, clientId: null })
    const responses = await Promise.all(Array.from({ length: 5 }, () => read(app, bearer(access))))
    for (const response of responses)
      expect(await response.json()).toEqual({ key: `user:${user}`, kind: 'user', unrestricted: false })
    expect(introspections()).toBe(1)
    expect((await read(app, bearer(refresh))).status).toBe(401)
    for (const odd of ['nonsense', 'A'.repeat(43), 'A'.repeat(5000)])
      expect((await read(app, bearer(odd))).status).toBe(401)

    await serverAuth.tokens.revoke([access])
    expect((await read(app, bearer(access))).status).toBe(200)
    // who must not believe asks
    expect((await read(app, { ...bearer(access), 'x-marquee-afresh': '1' })).status).toBe(401)
    clock.advance(5)
    expect((await read(app, bearer(access))).status).toBe(401)
    expect(await auth.callers.resolve(access)).toBeNull()
  })

  it('[G1.b] [A2] takes a client, its scope and its rights as the server knows them', async () => {
    const { auth } = process()
    await addClient(database, 'reader', { type: 1 })
    const mine = { userId: user, clientId: 'reader' }
    const reading = await serverAuth.tokens.issue({ ...mine, scope: 'read' })
    expect(await auth.callers.resolve(reading.access)).toMatchObject({
      clientId: 'reader',
      kind: 'user',
      readsOnly: true,
    })
    const robot = await serverAuth.tokens.issue({ userId: user, clientId: 'robot' })
    expect(await auth.callers.resolve(robot.access)).toMatchObject({
      ...{ key: 'client:robot', kind: 'service', userId: user, isAdministrator: false },
      rights: { unrestricted: true },
    })
  })

  it('[G1.b] takes nobody for somebody else whose id is the same in its own database', async () => {
    const { app, auth } = process(other)
    await addUser(other, 'somebody')
    const namesake = await addUser(other, 'else', { isAdministrator: true })
    expect(namesake).toBe(user)
    const { access } = await serverAuth.tokens.issue({ userId: user, clientId: null })
    expect((await read(app, bearer(access))).status).toBe(401)
    const robot = await serverAuth.tokens.issue({ userId: user, clientId: 'robot' })
    expect(await auth.callers.resolve(robot.access)).toMatchObject({ kind: 'service', userId: null, username: null })
  })

  it('[G1.b] [AUTH12] [AUTH13] [AUTH14] [AUTH15] renews a session’s tokens there, once for all who ask at once', async () => {
    const { app, auth } = process()
    const { cookie } = await signIn(server, 'ada')
    expect(cookieOf(await read(app, { cookie }))).toBeUndefined()
    clock.advance(51 * 60)
    asked.length = 0
    const responses = await Promise.all(Array.from({ length: 5 }, () => read(app, { cookie })))
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(asked.filter((path) => path === '/oauth/token')).toHaveLength(1)
    const renewed = cookieOf(responses[0] as Response) ?? ''
    expect(new Set(responses.map(cookieOf))).toEqual(new Set([renewed]))
    const session = async (of: string) => auth.sessions.read(of.slice(of.indexOf('=') + 1))
    expect((await session(renewed))?.access).not.toBe((await session(cookie))?.access)
    expect((await read(server, { cookie: renewed })).status).toBe(200)
    // the process that gave the session takes the old cookie for the same session
    expect(cookieOf(await read(server, { cookie }))).toBeDefined()
  })

  it('[G1.b] [ERR:DEPENDENCY_DOWN] refuses while it does not answer, and never lets anyone in', async () => {
    const { app } = process()
    const { access } = await serverAuth.tokens.issue({ userId: user, clientId: null })
    const { cookie } = await signIn(server, 'ada')
    expect((await read(app, bearer(access))).status).toBe(200)
    isDown = true
    // what is believed holds for its time
    expect((await read(app, bearer(access))).status).toBe(200)
    clock.advance(5)
    for (const headers of [bearer(access), bearer('nonsense'), { cookie }]) {
      const response = await read(app, headers)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await firstError(response)).toMatchObject({ code: 'DEPENDENCY_DOWN' })
    }
    expect((await app.request(`${ORIGIN}/`)).status).toBe(200)
    expect((await read(app, {})).status).toBe(401)
    isDown = false
    expect((await read(app, { cookie })).status).toBe(200)
  })
})

describe('an authorization server', () => {
  const answering = (answer: () => Response) => {
    const odd: Send = async () => answer()
    return authorizationClient({ asService: odd, send: odd, tokenPath: '/oauth/token' })
  }

  it.each([
    ['an error', () => new Response('no', { status: 500 })],
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['no answer to the question', () => Response.json({})],
    ['a list', () => Response.json([true])],
    ['a refusal', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
  ])('[G1.b] [ERR:DEPENDENCY_DOWN] that gives %s is down', async (_, answer) => {
    for (const ask of [() => answering(answer).introspect('x'), () => answering(answer).check()])
      await expect(ask()).rejects.toMatchObject({ problems: [{ code: 'DEPENDENCY_DOWN' }] })
  })

  it.each([
    ['a token that is not active', { active: false }],
    ['a token without a type, as refresh tokens are', { active: true, sub: '1', username: 'ada' }],
    ['a token of another type', { active: true, token_type: 'DPoP', sub: '1', username: 'ada' }],
  ])('[A1.c] that tells of %s lets nobody in', async (_, body) => {
    expect(await answering(() => Response.json(body)).introspect('x')).toBeNull()
  })

  it('[AUTH17] that refuses a token request is told as the RFC has it, and one that is no such server as down', async () => {
    const refused = answering(() => Response.json({ error: 'invalid_grant' }, { status: 400 })).token({})
    await expect(refused).rejects.toMatchObject({ name: 'OauthError', code: 'invalid_grant' })
    const failed = answering(() => Response.json({ error: 'oops' }, { status: 500 })).token({})
    await expect(failed).rejects.toMatchObject({ problems: [{ code: 'DEPENDENCY_DOWN' }] })
  })
})
