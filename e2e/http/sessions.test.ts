import { describe, expect, it } from 'vitest'
import type { OwnSession, SessionsAnswer, UserSignIn } from '../../shared/account.ts'
import { codeOf } from '../harness/authenticator.ts'
import { ADMIN } from '../harness/credentials.ts'
import { accessToken, request, service } from '../harness/service.ts'
import { forgetful } from './recovered-link.ts'
import { type BrowserSession, signIn } from './session.ts'

const PATH = '/api/v2/auth/sessions'

async function sessionsOf(browser: BrowserSession, path = PATH): Promise<readonly OwnSession[]> {
  const response = await browser.send(path)
  expect(response.status).toBe(200)
  return ((await response.json()) as SessionsAnswer).sessions
}

const statusOf = async (browser: BrowserSession) => (await browser.send('/user/me')).status

describe('the sessions of a user', () => {
  it('[A3] are listed with browser, address and last use, and ended one by one', async () => {
    const user = await forgetful()
    const began = Math.floor(Date.now() / 1000)
    const [here, there] = [await signIn(user), await signIn(user)]
    await there.send('/user/me', { headers: { 'user-agent': 'Telescope/1.0 (a test)' } })
    const sessions = await sessionsOf(here)
    const other = sessions.find(({ isCurrent }) => !isCurrent)
    expect(sessions).toHaveLength(2)
    expect(other).toMatchObject({ client: null, device: null, userAgent: 'Telescope/1.0 (a test)' })
    expect(other?.address ?? '').toMatch(/^[0-9a-f.:]+$/)
    for (const { startedAt, lastUsedAt } of sessions) {
      expect(startedAt).toBeGreaterThanOrEqual(began - 2)
      expect(lastUsedAt).toBeGreaterThanOrEqual(startedAt)
    }
    expect((await here.send(`${PATH}/${other?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200])
    expect((await here.send(`${PATH}/${other?.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await sessionsOf(here)).toHaveLength(1)
  })

  it('[A3] end everywhere, or everywhere else, tokens of applications too', async () => {
    const user = await forgetful()
    const [here, there, third] = [await signIn(user), await signIn(user), await signIn(user)]
    const token = await accessToken({ email: user.email, password: user.password })
    const byToken = async () =>
      (await fetch(`${service().url}/user/me`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await byToken(), (await sessionsOf(here)).length]).toEqual([200, 4])
    expect((await here.send(`${PATH}?except=current`, { method: 'DELETE' })).status).toBe(204)
    expect([await statusOf(here), await statusOf(there), await statusOf(third), await byToken()]).toEqual([
      200, 401, 401, 401,
    ])
    const all = await here.send(PATH, { method: 'DELETE' })
    expect([all.status, all.headers.getSetCookie()[0]]).toEqual([204, expect.stringMatching(/^marquee_session=;/)])
    expect(await statusOf(here)).toBe(401)
  })

  it('[A5] are not ended by another site', async () => {
    const here = await signIn(await forgetful())
    const foreign = { method: 'DELETE', headers: { origin: 'https://elsewhere.example' } }
    expect((await here.send(PATH, foreign)).status).toBe(403)
    expect(await statusOf(here)).toBe(200)
  })

  it('[P3.a] of others are seen and ended by administrators, who disable a user thereby as well', async () => {
    const user = await forgetful()
    const [own, root] = [await signIn(user), await signIn()]
    const path = `/api/v2/auth/users/${user.id}/sessions`
    expect((await own.send(path)).status).toBe(403)
    const [session] = await sessionsOf(root, path)
    expect((await root.send(`${path}/${session?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await statusOf(own)).toBe(401)
    const [second, third] = [await signIn(user), await signIn(user)]
    expect((await root.send(path, { method: 'DELETE' })).status).toBe(204)
    expect([await statusOf(second), await statusOf(third), await statusOf(root)]).toEqual([401, 401, 200])
    const last = await signIn(user)
    const body = JSON.stringify({ users: [{ is_disabled: true }] })
    expect((await request(`/api/v1/users/${user.id}`, { method: 'PATCH', body })).status).toBe(200)
    expect([await statusOf(last), await sessionsOf(root, path)]).toEqual([401, []])
  })

  it('[P3.a] [A3.g] [AUTH23] tell how somebody signs in to administrators, who take a second factor away', async () => {
    const user = await forgetful()
    const [own, root] = [await signIn(user), await signIn()]
    const post = (by: BrowserSession, path: string, body: object) =>
      by.send(`/api/v2/auth/${path}`, { method: 'POST', body: JSON.stringify(body) })
    const enrolled = await post(own, 'totp/enrol', { currentPassword: user.password })
    const { secret } = (await enrolled.json()) as { secret: string }
    expect((await post(own, 'totp/confirm', { otp: codeOf(secret) })).status).toBe(200)
    const of = `users/${user.id}`
    const state = async () => (await (await root.send(`/api/v2/auth/${of}/sign-in`)).json()) as UserSignIn
    const on = { enabled: true, recoveryCodesLeft: 10 }
    expect(await state()).toEqual({ secondFactor: on, passkeys: 0, lastSignInAt: expect.any(Number) })
    expect((await own.send(`/api/v2/auth/${of}/sign-in`)).status).toBe(403)
    expect((await post(own, `${of}/totp/disable`, { currentPassword: user.password })).status).toBe(403)
    expect((await post(root, `${of}/totp/disable`, { currentPassword: user.password })).status).toBe(422)
    expect([await statusOf(own), (await state()).secondFactor]).toEqual([200, on])
    expect((await post(root, `${of}/totp/disable`, { currentPassword: ADMIN.password })).status).toBe(204)
    expect([await statusOf(own), (await state()).secondFactor.enabled]).toEqual([401, false])
    const again = await signIn(user)
    expect((await post(root, `${of}/passkeys/remove`, { currentPassword: ADMIN.password })).status).toBe(204)
    expect(await statusOf(again)).toBe(200)
  })
})
