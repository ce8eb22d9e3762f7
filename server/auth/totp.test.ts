import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../e2e/harness/authenticator.ts'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http.ts'
import { createAuth } from './index.ts'
import {
  addClient,
  addUser,
  cookieOf,
  ORIGIN,
  openTestDatabase,
  PASSWORD,
  SECRET,
  testApp,
  testClock,
} from './test-service.ts'

let clock: ReturnType<typeof testClock>
let database: Database
let app: Hono<AppEnv>
let cookie: string

beforeAll(async () => {
  database = await openTestDatabase()
  await addClient(database, 'batch', { type: 3 })
})

beforeEach(async () => {
  clock = testClock()
  await database.kysely.deleteFrom('users').execute()
  await addUser(database, 'ada')
  app = testApp(createAuth({ database, now: clock.now }))
  cookie = cookieOf(await post('login', { username: 'ada', password: PASSWORD }, '')) ?? ''
})

const post = (path: string, body: unknown, as = cookie) =>
  app.request(`${ORIGIN}/api/v2/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...(as === '' ? {} : { cookie: as }) },
    body: JSON.stringify(body),
  })

const codeAt = (key: string, periods = 0) => codeOf(key, clock.now(), periods)

async function enrolled(): Promise<{ key: string; recoveryCodes: string[] }> {
  const enrol = await post('totp/enrol', { currentPassword: PASSWORD })
  const { otpauthUri } = (await enrol.json()) as { otpauthUri: string }
  const key = new URL(otpauthUri).searchParams.get('secret') ?? ''
  const confirm = await post('totp/confirm', { otp: codeAt(key) })
  const { recoveryCodes } = (await confirm.json()) as { recoveryCodes: string[] }
  clock.advance(30)
  return { key, recoveryCodes }
}

async function challenge(password = PASSWORD) {
  const response = await post('login', { username: 'ada', password }, '')
  return (await response.json()) as { status: string; challengeToken: string; expiresIn: number }
}

const state = async () => (await app.request(`${ORIGIN}/api/v2/auth/totp`, { headers: { cookie } })).json()

async function refusal(response: Response | Promise<Response>) {
  const answer = await response
  const { errors } = (await answer.json()) as { errors: { code: string; source?: { pointer: string } }[] }
  return [answer.status, errors[0]?.code, errors[0]?.source?.pointer]
}

describe('a second factor', () => {
  it('[A3.g] [AUTH22] [VER:totp] is enrolled by an otpauth URI, confirmed and turned off', async () => {
    expect(await refusal(post('totp/enrol', { currentPassword: 'wrong' }))).toEqual([
      422,
      'VALIDATION',
      '/currentPassword',
    ])
    const enrol = await post('totp/enrol', { currentPassword: PASSWORD })
    const { otpauthUri, secret } = (await enrol.json()) as { otpauthUri: string; secret: string }
    const query = `issuer=Marquee&algorithm=SHA1&secret=${secret}&period=30&digits=6`
    expect(otpauthUri).toBe(`otpauth://totp/Marquee:ada?${query}`)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await state()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    // not confirmed: it asks nobody for anything
    expect(await challenge()).toMatchObject({ status: 'authenticated' })
    expect(await refusal(post('totp/disable', { otp: codeAt(secret) }))).toEqual([422, 'VALIDATION', '/otp'])
    expect(await refusal(post('totp/confirm', { otp: '000000' }))).toEqual([422, 'VALIDATION', '/otp'])
    const confirm = await post('totp/confirm', { otp: codeAt(secret) })
    expect(confirm.headers.get('cache-control')).toBe('no-store')
    const { recoveryCodes } = (await confirm.json()) as { recoveryCodes: string[] }
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await state()).toEqual({ enabled: true, recoveryCodesLeft: 10 })
    expect((await post('totp/enrol', { currentPassword: PASSWORD })).status).toBe(422)
    clock.advance(30)
    expect((await post('totp/disable', { otp: codeAt(secret) })).status).toBe(204)
    expect(await state()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    expect(await challenge()).toMatchObject({ status: 'authenticated' })
  })

  it('[A3.a] makes the sign-in ask for a code', async () => {
    const { key } = await enrolled()
    const first = await challenge()
    expect(first).toEqual({ status: 'totpRequired', challengeToken: expect.any(String), expiresIn: 300 })
    const { challengeToken } = first
    expect((await refusal(post('login', { challengeToken, otp: '000000' }, '')))[0]).toBe(401)
    const second = await post('login', { challengeToken, otp: codeAt(key) }, '')
    expect(await second.json()).toMatchObject({ status: 'authenticated', user: { username: 'ada' } })
    const signedIn = cookieOf(second) ?? ''
    expect((await app.request(`${ORIGIN}/api/v1/movies`, { headers: { cookie: signedIn } })).status).toBe(200)
  })

  it('[A3.a] takes no challenge that ran out, was altered, or is older than the password', async () => {
    const { key } = await enrolled()
    const { challengeToken } = await challenge()
    const statusOf = async (token: string, otp: string) =>
      (await post('login', { challengeToken: token, otp }, '')).status
    const altered = `${challengeToken.slice(0, -2)}${challengeToken.endsWith('AA') ? 'BB' : 'AA'}`
    for (const token of [altered, 'x', cookie.slice('marquee_session=v1.'.length)]) {
      expect(await statusOf(token, codeAt(key))).toBe(401)
    }
    clock.advance(300)
    expect(await statusOf(challengeToken, codeAt(key))).toBe(401)
    const { challengeToken: later } = await challenge()
    await database.kysely.updateTable('users').set({ password_hash: 'another' }).execute()
    expect(await statusOf(later, codeAt(key))).toBe(401)
  })

  it('[A3.h] takes a code once, one of a neighbouring period too, and none from before the last', async () => {
    const { key } = await enrolled()
    const { challengeToken } = await challenge()
    const statusOf = async (otp: string) => (await post('login', { challengeToken, otp }, '')).status
    expect(await statusOf(codeAt(key, 2))).toBe(401)
    expect(await statusOf(codeAt(key, -2))).toBe(401)
    const both = await Promise.all([codeAt(key), codeAt(key)].map(statusOf))
    expect(both.sort()).toEqual([200, 401])
    expect(await statusOf(codeAt(key, -1))).toBe(401)
    expect(await statusOf(codeAt(key, 1))).toBe(200)
    expect(await statusOf(codeAt(key))).toBe(401)
  })

  it('[A3.h] takes each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enrolled()
    const { challengeToken } = await challenge()
    const statusOf = async (otp: string) => (await post('login', { challengeToken, otp }, '')).status
    const [first = '', second = ''] = recoveryCodes
    const both = await Promise.all([first, first].map(statusOf))
    expect(both.sort()).toEqual([200, 401])
    expect(await statusOf(second.toUpperCase().replaceAll('-', ' '))).toBe(200)
    expect(await state()).toEqual({ enabled: true, recoveryCodesLeft: 8 })
    expect(
      JSON.stringify(await database.kysely.selectFrom('marquee_recovery_codes').selectAll().execute()),
    ).not.toContain(recoveryCodes[2]?.replaceAll('-', ''))
  })

  it('[A3.g] [A3.h] has its recovery codes replaced for the password and a code', async () => {
    const path = 'totp/recovery-codes'
    const off = post(path, { currentPassword: PASSWORD, otp: '000000' })
    expect(await refusal(off)).toEqual([422, 'VALIDATION', ''])
    const { key, recoveryCodes } = await enrolled()
    const [old = '', used = ''] = recoveryCodes
    expect(await refusal(post(path, { currentPassword: PASSWORD }))).toEqual([422, 'VALIDATION', '/otp'])
    const wrong = post(path, { currentPassword: 'wrong', otp: codeAt(key) })
    expect(await refusal(wrong)).toEqual([422, 'VALIDATION', '/currentPassword'])
    expect(await refusal(post(path, { currentPassword: PASSWORD, otp: '000000' }))).toEqual([422, 'VALIDATION', '/otp'])
    const answer = await post(path, { currentPassword: PASSWORD, otp: used })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const fresh = ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes
    expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20)
    expect(await state()).toEqual({ enabled: true, recoveryCodesLeft: 10 })
    const { challengeToken } = await challenge()
    const statusOf = async (otp: string) => (await post('login', { challengeToken, otp }, '')).status
    expect([await statusOf(old), await statusOf(fresh[0] ?? '')]).toEqual([401, 200])
    const both = await Promise.all(
      [codeAt(key), codeAt(key, 1)].map((otp) => post(path, { currentPassword: PASSWORD, otp })),
    )
    expect(both.some(({ status }) => status === 200)).toBe(true)
    expect(await state()).toEqual({ enabled: true, recoveryCodesLeft: 10 })
  })

  it('[A2.a] [ERR:RATE_LIMITED] lets nobody try codes without end', async () => {
    await enrolled()
    const { challengeToken } = await challenge()
    const tries = Array.from({ length: 13 }, () => post('login', { challengeToken, otp: '000000' }, ''))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  it('[A3.b] [AUTH23] is asked for again when the password is changed', async () => {
    const { key } = await enrolled()
    const body = { currentPassword: PASSWORD, newPassword: 'a new and longer password' }
    expect(await refusal(post('update-password', body))).toEqual([401, 'TOTP_REQUIRED', undefined])
    expect(await refusal(post('update-password', { ...body, otp: '000000' }))).toEqual([422, 'VALIDATION', '/otp'])
    expect(await refusal(post('update-password', { ...body, otp: 7 }))).toEqual([422, 'VALIDATION', '/otp'])
    const wrong = post('update-password', { ...body, currentPassword: 'wrong' })
    expect(await refusal(wrong)).toEqual([422, 'VALIDATION', '/currentPassword'])
    expect((await post('update-password', { ...body, otp: codeAt(key) })).status).toBe(204)
    expect(await challenge(body.newPassword)).toMatchObject({ status: 'totpRequired' })
  })

  it('[AUTH22] is not got past by the password grant', async () => {
    const { key } = await enrolled()
    const grant = async (more: Record<string, string>) => {
      const form = {
        grant_type: 'password',
        client_id: 'batch',
        client_secret: SECRET,
        username: 'ada',
        password: PASSWORD,
      }
      const body = new URLSearchParams({ ...form, ...more })
      return (await app.request(`${ORIGIN}/oauth/token`, { method: 'POST', body })).status
    }
    expect([await grant({}), await grant({ otp: '000000' }), await grant({ otp: codeAt(key) })]).toEqual([
      400, 400, 200,
    ])
  })

  it('[AUTH22] is no application’s to turn on', async () => {
    const user = await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const { tokens } = createAuth({ database, now: clock.now })
    const { access } = await tokens.issue({ userId: Number(user.id), clientId: 'batch' })
    const headers = { authorization: `Bearer ${access}` }
    expect((await app.request(`${ORIGIN}/api/v2/auth/totp`, { headers })).status).toBe(403)
  })
})
