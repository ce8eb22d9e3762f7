import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { buildDictionary } from '../dictionary/dictionary.ts'
import type { AppEnv } from '../http.ts'
import { createAuth, type Mail } from './index.ts'
import { addUser, firstError, ORIGIN, openTestDatabase, PASSWORD, signIn, testApp, testClock } from './test-service.ts'

const NEW = 'a new and longer password'
let clock: ReturnType<typeof testClock>
let database: Database
let userId: number
let app: Hono<AppEnv>
let mails: Mail[]
let warnings: unknown[]
let work: Promise<unknown>[]

beforeAll(async () => {
  database = await openTestDatabase()
})

beforeEach(async () => {
  clock = testClock()
  mails = []
  warnings = []
  work = []
  await database.kysely.deleteFrom('users').execute()
  await database.kysely.deleteFrom('marquee_attempts').execute()
  userId = await addUser(database, 'ada', { email: 'ada@example.org' })
  app = appWith({})
})

function appWith({ needsAddress = true, publicOrigin = 'https://cms.example', fails = false }): Hono<AppEnv> {
  const dictionary = buildDictionary([], 1, 'en')
  const send = async (mail: Mail): Promise<void> => {
    if (fails) throw new Error('the mail server is away')
    mails.push(mail)
  }
  return testApp(createAuth({ database, now: clock.now }), {
    mailer: { needsAddress, send },
    textsFor: (own, accept) => dictionary.texts(dictionary.choose(own, accept)).byKey,
    publicOrigin: publicOrigin === '' ? null : publicOrigin,
    defer: (deferred) => work.push(deferred),
    pause: async () => undefined,
    log: { warn: (event, fields) => warnings.push([event, fields]) },
  })
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}, to = app) =>
  to.request(`${ORIGIN}/api/v2/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function forgot(username: string, headers: Record<string, string> = {}, to = app) {
  const response = await post('forgot-password', { username }, headers, to)
  await Promise.all(work)
  return response
}

const tokenOf = (mail: Mail | undefined): string => /#([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''

async function newToken(): Promise<string> {
  await forgot('ada')
  return tokenOf(mails.at(-1))
}

const validate = async (token: string) => (await post('reset-password/validate', { token })).json()
const reset = (token: string, newPassword = NEW) => post('reset-password', { token, newPassword })

describe('forgot-password', () => {
  it('[A3.c] [RT:forgot-password] mails a link to the user of a name or an address', async () => {
    for (const name of ['Ada', 'ADA@example.org']) {
      const response = await forgot(name)
      expect([response.status, response.headers.get('cache-control')]).toEqual([202, 'no-store'])
    }
    expect(mails).toHaveLength(2)
    expect(mails[0]).toMatchObject({
      to: { name: 'The ada', address: 'ada@example.org' },
      subject: 'A new password for Marquee',
      text: expect.stringMatching(
        /^Hello The ada,[\s\S]+30 minutes:\n\nhttps:\/\/cms\.example\/reset-password#[\w-]{43}\n/,
      ),
    })
  })

  it('[A2.c] answers an unknown account as a known one, before it is looked up', async () => {
    await addUser(database, 'gone', { email: 'gone@example.org', isDisabled: true })
    await addUser(database, 'mute')
    const names = ['ada', 'nobody', 'gone', 'mute', 'A\0da', "ada' or '1'='1", 'x'.repeat(4000)]
    const answers = await Promise.all(
      names.map(async (username) => {
        const response = await post('forgot-password', { username })
        return [response.status, await response.text(), [...response.headers]]
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    // what was set off for each: the answer waited for none of it
    expect(work).toHaveLength(names.length)
    await Promise.all(work)
    expect([mails.length, warnings]).toEqual([1, []])
  })

  it('[A2.c] answers the same when the mail cannot leave, and tells the log', async () => {
    expect((await forgot('ada', {}, appWith({ fails: true }))).status).toBe(202)
    expect(warnings).toMatchObject([['recovery mail was not sent', { error: { message: 'the mail server is away' } }]])
  })

  it('[A2.a] [ERR:RATE_LIMITED] counts every request by the account asked for, whether there is one', async () => {
    for (const username of ['ada', 'nobody']) {
      for (let round = 0; round < 5; round++) expect((await forgot(username)).status).toBe(202)
      const refused = await forgot(username.toUpperCase())
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    }
    expect(mails).toHaveLength(5)
    clock.advance(300)
    expect((await forgot('ada')).status).toBe(202)
    // five links of an account are good at a time
    expect(mails).toHaveLength(5)
    clock.advance(1800)
    await forgot('ada')
    expect(mails).toHaveLength(6)
  })

  it('[A2.a] counts requests by address, too', async () => {
    const bindings = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    const from = (username: string) =>
      app.request(
        `${ORIGIN}/api/v2/auth/forgot-password`,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username }) },
        bindings,
      )
    const statuses = await Promise.all(Array.from({ length: 60 }, async (_, index) => (await from(`u${index}`)).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  it('[A4] writes in the language that the user prefers, or the browser accepts', async () => {
    await forgot('ada', { 'accept-language': 'de' })
    const preferences = JSON.stringify({ language: 'de' })
    await database.kysely.updateTable('users').set({ preferences }).execute()
    await forgot('ada', { 'accept-language': 'en' })
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Ein neues Passwort für Marquee'))
    expect(tokenOf(mails[1])).not.toBe('')
  })

  it('[A4] leads a link that is only shown to where it was asked for, for a user without an address too', async () => {
    await addUser(database, 'mute')
    await forgot('mute', {}, appWith({ needsAddress: false, publicOrigin: '' }))
    expect(mails[0]?.text).toContain(`${ORIGIN}/reset-password#`)
  })

  it.each([
    [{}, 422, 'VALIDATION', { pointer: '/username' }],
    [{ username: 7 }, 422, 'VALIDATION', { pointer: '/username' }],
    [[], 422, 'VALIDATION', { pointer: '' }],
  ])('[D1] refuses the body %j', async (body, status, code, source) => {
    const response = await post('forgot-password', body)
    expect(response.status).toBe(status)
    expect(await firstError(response)).toMatchObject({ code, source })
  })

  it('[A5] is not for other sites to ask', async () => {
    for (const path of ['forgot-password', 'reset-password', 'reset-password/validate']) {
      const body = { username: 'ada', token: 'x', newPassword: NEW }
      expect((await post(path, body, { origin: 'http://evil.test' })).status).toBe(403)
      expect((await post(path, body, { 'content-type': 'text/plain' })).status).toBe(415)
    }
  })
})

describe('reset-password', () => {
  it('[A3.d] [RT:reset-password-validate] tells whether a link is good, and until when', async () => {
    const token = await newToken()
    const end = Math.floor(clock.now() / 1000) + 1800
    expect(await validate(token)).toEqual({ valid: true, expiresAt: end })
    expect(await validate(token)).toEqual({ valid: true, expiresAt: end })
    for (const other of [`${token.slice(1)}A`, 'x', `${token}x`, '\0']) {
      expect(await validate(other)).toEqual({ valid: false, expiresAt: null })
    }
    clock.advance(1800)
    expect(await validate(token)).toEqual({ valid: false, expiresAt: null })
  })

  it('[A3.e] [RT:reset-password] sets the password and ends every session and refresh token', async () => {
    const { cookie } = await signIn(app, 'ada')
    const { refresh } = await createAuth({ database, now: clock.now }).tokens.issue({ userId, clientId: null })
    const [token, other] = [await newToken(), await newToken()]
    const response = await reset(token)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect((await app.request(`${ORIGIN}/api/v1/movies`, { headers: { cookie } })).status).toBe(401)
    expect(await createAuth({ database, now: clock.now }).tokens.read(refresh)).toBeNull()
    expect((await signIn(app, 'ada')).response.status).toBe(401)
    expect((await signIn(app, 'ada', NEW)).response.status).toBe(200)
    // neither the link nor the other one of the same user does it again
    for (const used of [token, other]) {
      expect(await validate(used)).toEqual({ valid: false, expiresAt: null })
      const again = await reset(used, 'yet another password')
      expect([again.status, await firstError(again)]).toMatchObject([422, { source: { pointer: '/token' } }])
    }
    expect((await signIn(app, 'ada', NEW)).response.status).toBe(200)
  })

  it('[A3.e] is done by one of two at once', async () => {
    const token = await newToken()
    const statuses = await Promise.all([reset(token), reset(token)].map(async (each) => (await each).status))
    expect(statuses.sort()).toEqual([204, 422])
  })

  it('[A3.e] keeps a link good when the password is not one', async () => {
    const token = await newToken()
    const short = await reset(token, 'short')
    expect([short.status, await firstError(short)]).toMatchObject([422, { source: { pointer: '/newPassword' } }])
    expect((await reset(token)).status).toBe(204)
  })

  it.each([
    ['has another address', { email: 'ada@elsewhere.org' }],
    ['is disabled', { is_disabled: true }],
  ])('[A3.e] takes no link of a user who %s by now', async (_, change) => {
    const token = await newToken()
    await database.kysely.updateTable('users').set(change).execute()
    expect((await reset(token)).status).toBe(422)
  })

  it('[A2.a] [ERR:RATE_LIMITED] lets nobody try links without end', async () => {
    const bindings = { incoming: { socket: { remoteAddress: '192.0.2.9' } } }
    const guess = async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ token: 'x'.repeat(43), newPassword: NEW })
      const init = { method: 'POST', headers, body }
      return (await app.request(`${ORIGIN}/api/v2/auth/reset-password`, init, bindings)).status
    }
    const statuses = await Promise.all(Array.from({ length: 55 }, guess))
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  it('[A3.e] keeps nothing in the database that opens the account', async () => {
    const token = await newToken()
    const rows = await database.read({ text: 'select token_hash from marquee_password_resets', values: [] })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.[0]).not.toContain(token)
    expect(await validate(rows[0]?.[0] ?? '')).toMatchObject({ valid: false })
  })
})

describe('update-password', () => {
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  const own = { origin: ORIGIN }

  it('[RT:update-password] sets the password, ends the other sessions and goes on with a new one', async () => {
    const [here, there] = [await signIn(app, 'ada'), await signIn(app, 'ada')]
    const response = await post('update-password', body, { ...own, cookie: here.cookie })
    expect(response.status).toBe(204)
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const statusOf = async (value: string) =>
      (await app.request(`${ORIGIN}/api/v1/movies`, { headers: { cookie: value } })).status
    expect([await statusOf(cookie), await statusOf(here.cookie), await statusOf(there.cookie)]).toEqual([200, 401, 401])
    expect((await signIn(app, 'ada')).response.status).toBe(401)
    expect((await signIn(app, 'ada', NEW)).response.status).toBe(200)
  })

  it('[RT:update-password] takes an access token, which ends', async () => {
    const { access } = await createAuth({ database, now: clock.now }).tokens.issue({ userId, clientId: null })
    const authorization = `Bearer ${access}`
    const response = await post('update-password', body, { authorization })
    expect([response.status, response.headers.getSetCookie()]).toEqual([204, []])
    expect((await post('update-password', body, { authorization })).status).toBe(401)
  })

  it.each([
    [{ ...body, currentPassword: 'wrong' }, '/currentPassword'],
    [{ ...body, newPassword: 'short' }, '/newPassword'],
    [{ ...body, newPassword: 'x'.repeat(1025) }, '/newPassword'],
    [{ currentPassword: PASSWORD }, '/newPassword'],
    [{ newPassword: NEW }, '/currentPassword'],
  ])('[D1] refuses %j', async (wrong, pointer) => {
    const { cookie } = await signIn(app, 'ada')
    const response = await post('update-password', wrong, { ...own, cookie })
    expect([response.status, await firstError(response)]).toMatchObject([422, { source: { pointer } }])
    expect((await signIn(app, 'ada')).response.status).toBe(200)
  })

  it('[A2.a] [ERR:RATE_LIMITED] counts wrong passwords as the sign-in does', async () => {
    const { cookie } = await signIn(app, 'ada')
    const wrong = { ...body, currentPassword: 'wrong' }
    const attempts = Array.from({ length: 12 }, () => post('update-password', wrong, { ...own, cookie }))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  it('[A5] [A7] is neither for other sites nor for nobody', async () => {
    const { cookie } = await signIn(app, 'ada')
    expect((await post('update-password', body, { cookie, origin: 'http://evil.test' })).status).toBe(403)
    expect((await post('update-password', body)).status).toBe(401)
  })
})
