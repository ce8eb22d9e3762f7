import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../../e2e/harness/authenticator.ts'
import { type Manner, PasskeyDevice } from '../../../e2e/harness/passkey-device.ts'
import type { Database } from '../../db/database.ts'
import { migratedPglite } from '../../db/test-pglite.ts'
import type { AppEnv } from '../../http.ts'
import { createAuth } from '../index.ts'
import { addUser, cookieOf, ORIGIN, openTestDatabase, PASSWORD, testApp, testClock } from '../test-service.ts'
import type { Passkey } from './store.ts'

let clock: ReturnType<typeof testClock>
let database: Database
let app: Hono<AppEnv>
let cookie: string
let device: PasskeyDevice
const warnings: { readonly message: string; readonly fields: unknown }[] = []

const newApp = () => {
  const log = { warn: (message: string, fields?: object) => void warnings.push({ message, fields }) }
  return testApp(createAuth({ database, now: clock.now, log }))
}

beforeAll(async () => {
  database = await openTestDatabase(await migratedPglite())
})

beforeEach(async () => {
  clock = testClock()
  warnings.length = 0
  await database.kysely.deleteFrom('users').execute()
  await database.kysely.deleteFrom('marquee_passkey_challenges').execute()
  await addUser(database, 'ada')
  app = newApp()
  device = new PasskeyDevice(ORIGIN)
  cookie = cookieOf(await post('login', { username: 'ada', password: PASSWORD }, '')) ?? ''
})

const send = (method: string, path: string, body: unknown, as = cookie, to = app) =>
  to.request(`${ORIGIN}/api/v2/auth/${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...(as === '' ? {} : { cookie: as }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
const post = (path: string, body: unknown, as = cookie, to = app) => send('POST', path, body, as, to)

async function json<T>(response: Response | Promise<Response>): Promise<T> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function refusal(response: Response | Promise<Response>) {
  const answer = await response
  const { errors } = (await answer.json()) as { errors: { code: string; source?: { pointer: string } }[] }
  return [answer.status, errors[0]?.code, errors[0]?.source?.pointer]
}

interface Options {
  readonly challenge: string
  readonly rpId: string
  readonly allowCredentials: readonly { readonly id: string }[]
}
type Creation = Parameters<PasskeyDevice['create']>[0] & { readonly excludeCredentials: readonly { id: string }[] }

const creation = (as = cookie) => json<Creation>(post('passkeys/register/options', { currentPassword: PASSWORD }, as))

/** Adds a passkey of the device to whoever is signed in. */
async function added(name = 'Laptop', as = cookie): Promise<Passkey> {
  return json(post('passkeys/register', { name, credential: device.create(await creation(as)) }, as))
}

const options = (body: object = {}) => json<Options>(post('passkeys/sign-in/options', body, ''))

async function byPasskey(manner: Manner = {}, more: object = {}) {
  return post('passkeys/sign-in', { credential: device.get(await options(more), manner), ...more }, '')
}

const list = async () => (await json<{ passkeys: Passkey[] }>(send('GET', 'passkeys', null))).passkeys

/** Turns one-time codes on; gives a function for the next code. */
async function withTotp(): Promise<() => string> {
  const { secret } = await json<{ secret: string }>(post('totp/enrol', { currentPassword: PASSWORD }))
  await json(post('totp/confirm', { otp: codeOf(secret, clock.now()) }))
  return () => {
    clock.advance(30)
    return codeOf(secret, clock.now())
  }
}

const challenged = () =>
  json<{ status: string; challengeToken: string }>(post('login', { username: 'ada', password: PASSWORD }, ''))

describe('passkeys', () => {
  it('[AUTH22] [A3.a] are added with the current password, listed, renamed and removed with it', async () => {
    const wrong = await refusal(post('passkeys/register/options', { currentPassword: 'wrong' }))
    expect(wrong).toEqual([422, 'VALIDATION', '/currentPassword'])
    const made = await creation()
    expect(made).toMatchObject({
      rp: { id: 'cms.test', name: 'Marquee' },
      user: { name: 'ada' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const response = await post('passkeys/register', { name: ' Laptop ', credential: device.create(made) })
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const passkey = (await response.json()) as Passkey
    const now = Math.floor(clock.now() / 1000)
    expect(passkey).toEqual({
      id: expect.any(Number),
      name: 'Laptop',
      createdAt: now,
      lastUsedAt: null,
      backedUp: false,
    })
    expect((await creation()).excludeCredentials).toMatchObject([{ id: device.credentials[0]?.id }])
    expect((await creation()).user.id).toBe(made.user.id)
    const renamed = await json(send('PATCH', `passkeys/${passkey.id}`, { name: 'Key ring' }))
    expect(renamed).toMatchObject({ name: 'Key ring' })
    clock.advance(5)
    expect((await byPasskey()).status).toBe(200)
    expect(await list()).toEqual([{ ...passkey, name: 'Key ring', lastUsedAt: now + 5 }])
    const remove = (body: object) => post(`passkeys/${passkey.id}/remove`, body)
    expect(await refusal(remove({ currentPassword: 'wrong' }))).toEqual([422, 'VALIDATION', '/currentPassword'])
    expect((await remove({ currentPassword: PASSWORD })).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await remove({ currentPassword: PASSWORD })).status).toBe(404)
  })

  it('[AUTH22] signs in without naming anybody, and counts as both factors', async () => {
    await added()
    await withTotp()
    expect(await options()).toMatchObject({ rpId: 'cms.test', allowCredentials: [], userVerification: 'required' })
    const response = await byPasskey()
    expect(await response.clone().json()).toMatchObject({ status: 'authenticated', user: { username: 'ada' } })
    const headers = { cookie: cookieOf(response) ?? '' }
    expect((await app.request(`${ORIGIN}/api/v1/movies`, { headers })).status).toBe(200)
  })

  it('[A3.a] of a user without one-time codes ask for nothing beside the password', async () => {
    await added()
    expect(await challenged()).toMatchObject({ status: 'authenticated' })
  })

  it('[AUTH22] are taken in the place of the one-time code, also of a device that verified nobody', async () => {
    await withTotp()
    expect(await challenged()).not.toHaveProperty('passkey')
    await database.kysely.deleteFrom('marquee_totp').execute()
    await added()
    await withTotp()
    const challenge = await challenged()
    expect(challenge).toEqual({
      status: 'totpRequired',
      challengeToken: expect.any(String),
      expiresIn: 300,
      passkey: true,
    })
    const { challengeToken } = challenge
    const asked = await options({ challengeToken })
    expect(asked).toMatchObject({
      allowCredentials: [{ id: device.credentials[0]?.id, transports: ['internal', 'hybrid'] }],
      userVerification: 'preferred',
    })
    const response = await byPasskey({ verified: false, userHandle: null }, { challengeToken })
    expect(await response.json()).toMatchObject({ status: 'authenticated', user: { username: 'ada' } })
    const credential = device.get(asked)
    for (const path of ['passkeys/sign-in/options', 'passkeys/sign-in']) {
      expect((await post(path, { challengeToken: 'none', credential }, '')).status).toBe(401)
    }
  })

  it('[AUTH23] ask for a one-time code when they are added and removed', async () => {
    const { id } = await added()
    const code = await withTotp()
    for (const path of ['passkeys/register/options', `passkeys/${id}/remove`]) {
      const body = { currentPassword: PASSWORD }
      expect(await refusal(post(path, body))).toEqual([401, 'TOTP_REQUIRED', undefined])
      expect(await refusal(post(path, { ...body, otp: '000000' }))).toEqual([422, 'VALIDATION', '/otp'])
      expect((await post(path, { ...body, otp: code() })).ok).toBe(true)
    }
  })

  it('[AUTH22] may have keys of each algorithm that is asked for', async () => {
    for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
      const credential = device.create(await creation(), algorithm)
      await json(post('passkeys/register', { name: algorithm, credential }))
      expect((await byPasskey()).status).toBe(200)
    }
  })

  const WRONG: readonly Manner[] = [
    { origin: 'https://evil.test' },
    { origin: ORIGIN.replace('http:', 'https:') },
    { crossOrigin: true },
    { rpId: 'evil.test' },
    { challenge: 'A'.repeat(200) },
    { verified: false },
  ]

  it('[A2.b] sign nobody in from elsewhere, unasked, without verifying the person, or without naming them', async () => {
    await added()
    for (const manner of [...WRONG, { userHandle: 'AAAA' }, { userHandle: null }]) {
      const response = await byPasskey(manner)
      expect([response.status, cookieOf(response)], JSON.stringify(manner)).toEqual([401, undefined])
    }
    expect((await byPasskey()).status).toBe(200)
  })

  it('[ERR:VALIDATION] are not added from elsewhere, unasked, or without verifying the person', async () => {
    const asked = await creation()
    for (const manner of WRONG) {
      const credential = device.create(asked, 'ES256', manner)
      const refused = await refusal(post('passkeys/register', { name: 'x', credential }))
      expect(refused, JSON.stringify(manner)).toEqual([422, 'VALIDATION', '/credential'])
    }
    expect(await list()).toEqual([])
  })

  it('[A3.h] answer a challenge once, on whichever instance, and in time', async () => {
    const credential = device.create(await creation())
    await json(post('passkeys/register', { name: 'x', credential }))
    expect(await refusal(post('passkeys/register', { name: 'x', credential }))).toEqual([
      422,
      'VALIDATION',
      '/credential',
    ])
    const assertion = { credential: device.get(await options()) }
    const other = newApp()
    const both = await Promise.all([app, other].map((to) => post('passkeys/sign-in', assertion, '', to)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const late = device.get(await options())
    clock.advance(300)
    expect((await post('passkeys/sign-in', { credential: late }, '')).status).toBe(401)
    expect((await byPasskey()).status).toBe(200)
    const kept = await database.kysely.selectFrom('marquee_passkey_challenges').select('nonce').execute()
    expect(kept).toHaveLength(1)
  })

  it('[A3.h] are refused, and the log told, when their counter does not grow', async () => {
    await added()
    expect((await byPasskey({ counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0]) expect((await byPasskey({ counter })).status).toBe(401)
    expect(warnings.map(({ message }) => message)).toEqual(
      Array.from({ length: 3 }, () => 'counter of a passkey went back, sign-in refused'),
    )
    expect((await byPasskey({ counter: 8 })).status).toBe(200)
  })

  it('[AUTH22] may not count at all', async () => {
    device = new PasskeyDevice(ORIGIN, { counts: false })
    await added()
    expect([(await byPasskey()).status, (await byPasskey()).status]).toEqual([200, 200])
  })

  it('[A2.b] are answered alike whether unknown, removed, or of a user who is disabled', async () => {
    const { id } = await added()
    const answers: string[] = []
    const tell = async (response: Response) => void answers.push(`${response.status} ${await response.text()}`)
    await database.kysely.updateTable('users').set({ is_disabled: true }).execute()
    await tell(await byPasskey())
    await database.kysely.updateTable('users').set({ is_disabled: false }).execute()
    expect((await byPasskey()).status).toBe(200)
    expect((await post(`passkeys/${id}/remove`, { currentPassword: PASSWORD })).status).toBe(204)
    await tell(await byPasskey())
    device = new PasskeyDevice(ORIGIN)
    device.create(await creation())
    await tell(await byPasskey())
    expect(answers[0]).toMatch(/^401 /)
    expect(new Set(answers).size).toBe(1)
  })

  it('[ERR:NOT_FOUND] are their user’s alone, as first factor and as second', async () => {
    await addUser(database, 'bob')
    const bob = cookieOf(await post('login', { username: 'bob', password: PASSWORD }, '')) ?? ''
    const own = await added('Ada’s')
    const adas = device
    expect((await send('PATCH', `passkeys/${own.id}`, { name: 'Mine' }, bob)).status).toBe(404)
    expect((await post(`passkeys/${own.id}/remove`, { currentPassword: PASSWORD }, bob)).status).toBe(404)
    await withTotp()
    const { challengeToken } = await challenged()
    device = new PasskeyDevice(ORIGIN)
    await added('Bob’s', bob)
    expect((await byPasskey({}, { challengeToken })).status).toBe(401)
    // an answer to what a sign-in without a password asks does not complete one with it, nor the other way round
    device = adas
    const credential = device.get(await options())
    expect((await post('passkeys/sign-in', { credential, challengeToken }, '')).status).toBe(401)
    const second = device.get(await options({ challengeToken }))
    expect((await post('passkeys/sign-in', { credential: second }, '')).status).toBe(401)
    // what one user was asked to make is not taken from another
    const made = device.create(await creation(bob))
    const code = await refusal(post('passkeys/register', { name: 'x', credential: made }))
    expect(code).toEqual([422, 'VALIDATION', '/credential'])
    expect((await byPasskey({}, {})).status).toBe(401)
  })

  it('[A2.a] [ERR:RATE_LIMITED] let nobody guess without end after a password', async () => {
    await added()
    await withTotp()
    const { challengeToken } = await challenged()
    const statuses: number[] = []
    for (let round = 0; round < 12; round++) {
      statuses.push((await byPasskey({ origin: 'https://evil.test' }, { challengeToken })).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  it('[A3.e] stay when the password is changed', async () => {
    await added()
    const change = { currentPassword: PASSWORD, newPassword: 'a new and longer password' }
    expect((await post('update-password', change)).status).toBe(204)
    expect((await byPasskey()).status).toBe(200)
  })

  it('[ERR:VALIDATION] have a name of a line', async () => {
    const credential = device.create(await creation())
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(101), 7, null, '\ud800', 'a\0b']) {
      expect(await refusal(post('passkeys/register', { name, credential }))).toEqual([422, 'VALIDATION', '/name'])
    }
  })

  it('[ERR:VALIDATION] are twenty at most', async () => {
    await added()
    const row = await database.kysely.selectFrom('marquee_passkeys').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...copy } = row
    const more = Array.from({ length: 19 }, (_each, index) => ({ ...copy, credential_id: `copy${index}` }))
    await database.kysely.insertInto('marquee_passkeys').values(more).execute()
    const refused = await refusal(post('passkeys/register/options', { currentPassword: PASSWORD }))
    expect(refused).toEqual([422, 'VALIDATION', ''])
  })
})
