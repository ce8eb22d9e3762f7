import { describe, expect, it } from 'vitest'
import { PasskeyDevice } from '../../../e2e/harness/passkey-device.ts'
import { addUser, cookieOf, ORIGIN, PASSWORD } from '../test-service.ts'
import { json, refusal, visit, WRONG } from './test-visit.ts'

const { at, send, post, creation, added, options, byPasskey, withTotp, challenged, newApp } = visit()

describe('passkeys at the sign-in', () => {
  it('[X37] [AUTH22] signs in without naming anybody, and counts as both factors', async () => {
    await added()
    await withTotp()
    expect(await options()).toMatchObject({ rpId: 'cms.test', allowCredentials: [], userVerification: 'required' })
    const response = await byPasskey()
    expect(await response.clone().json()).toMatchObject({ status: 'authenticated', user: { username: 'ada' } })
    const headers = { cookie: cookieOf(response) ?? '' }
    expect((await at.app.request(`${ORIGIN}/api/v1/movies`, { headers })).status).toBe(200)
  })

  it('[A3.a] of a user without one-time codes ask for nothing beside the password', async () => {
    await added()
    expect(await challenged()).toMatchObject({ status: 'authenticated' })
  })

  it('[X37] [AUTH22] are taken in the place of the one-time code, also of a device that verified nobody', async () => {
    await withTotp()
    const without = await challenged()
    expect(without).not.toHaveProperty('passkey')
    const { challengeToken: token } = without
    expect((await post('passkeys/sign-in/options', { challengeToken: token }, '')).status).toBe(422)
    await at.database.kysely.deleteFrom('marquee_totp').execute()
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
      allowCredentials: [{ id: at.device.credentials[0]?.id, transports: ['internal', 'hybrid'] }],
      userVerification: 'preferred',
    })
    const response = await byPasskey({ verified: false, userHandle: null }, { challengeToken })
    expect(await response.json()).toMatchObject({ status: 'authenticated', user: { username: 'ada' } })
    const credential = at.device.get(asked)
    for (const path of ['passkeys/sign-in/options', 'passkeys/sign-in']) {
      expect((await post(path, { challengeToken: 'none', credential }, '')).status).toBe(401)
    }
  })

  it('[A2.b] sign nobody in from elsewhere, unasked, without verifying the person, or without naming them', async () => {
    await added()
    for (const manner of [...WRONG, { userHandle: 'AAAA' }, { userHandle: null }]) {
      const response = await byPasskey(manner)
      expect([response.status, cookieOf(response)], JSON.stringify(manner)).toEqual([401, undefined])
    }
    expect((await byPasskey()).status).toBe(200)
  })

  it('[A3.h] answer a challenge once, on whichever instance, and in time', async () => {
    const credential = at.device.create(await creation())
    await json(post('passkeys/register', { name: 'x', credential }))
    expect(await refusal(post('passkeys/register', { name: 'x', credential }))).toEqual([
      422,
      'VALIDATION',
      '/credential',
    ])
    const assertion = { credential: at.device.get(await options()) }
    const other = newApp()
    const both = await Promise.all([at.app, other].map((to) => post('passkeys/sign-in', assertion, '', to)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const late = at.device.get(await options())
    at.clock.advance(300)
    expect((await post('passkeys/sign-in', { credential: late }, '')).status).toBe(401)
    expect((await byPasskey()).status).toBe(200)
    const kept = await at.database.kysely.selectFrom('marquee_passkey_challenges').select('nonce').execute()
    expect(kept).toHaveLength(1)
  })

  it('[X37.b] are refused, and the log told, when their counter does not grow', async () => {
    await added()
    expect((await byPasskey({ counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0]) expect((await byPasskey({ counter })).status).toBe(401)
    expect(at.warnings).toEqual(Array.from({ length: 3 }, () => 'counter of a passkey went back, sign-in refused'))
    expect((await byPasskey({ counter: 8 })).status).toBe(200)
  })

  it('[AUTH22] may not count at all', async () => {
    at.device = new PasskeyDevice(ORIGIN, { counts: false })
    await added()
    expect([(await byPasskey()).status, (await byPasskey()).status]).toEqual([200, 200])
  })

  it('[A2.b] are answered alike whether unknown, removed, or of a user who is disabled', async () => {
    const { id } = await added()
    const answers: string[] = []
    const tell = async (response: Response) => void answers.push(`${response.status} ${await response.text()}`)
    await at.database.kysely.updateTable('users').set({ is_disabled: true }).execute()
    await tell(await byPasskey())
    await at.database.kysely.updateTable('users').set({ is_disabled: false }).execute()
    expect((await byPasskey()).status).toBe(200)
    expect((await post(`passkeys/${id}/remove`, { currentPassword: PASSWORD })).status).toBe(204)
    await tell(await byPasskey())
    at.device = new PasskeyDevice(ORIGIN)
    at.device.create(await creation())
    await tell(await byPasskey())
    expect(answers[0]).toMatch(/^401 /)
    expect(new Set(answers).size).toBe(1)
  })

  it('[ERR:NOT_FOUND] are their user’s alone, as first factor and as second', async () => {
    await addUser(at.database, 'bob')
    const bob = cookieOf(await post('login', { username: 'bob', password: PASSWORD }, '')) ?? ''
    const own = await added('Ada’s')
    const adas = at.device
    expect((await send('PATCH', `passkeys/${own.id}`, { name: 'Mine' }, bob)).status).toBe(404)
    expect((await post(`passkeys/${own.id}/remove`, { currentPassword: PASSWORD }, bob)).status).toBe(404)
    await withTotp()
    const { challengeToken } = await challenged()
    at.device = new PasskeyDevice(ORIGIN)
    await added('Bob’s', bob)
    expect((await byPasskey({}, { challengeToken })).status).toBe(401)
    // an answer to what a sign-in without a password asks does not complete one with it, nor the other way round
    at.device = adas
    const credential = at.device.get(await options())
    expect((await post('passkeys/sign-in', { credential, challengeToken }, '')).status).toBe(401)
    const second = at.device.get(await options({ challengeToken }))
    expect((await post('passkeys/sign-in', { credential: second }, '')).status).toBe(401)
    // what one user was asked to make is not taken from another
    const made = at.device.create(await creation(bob))
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
})
