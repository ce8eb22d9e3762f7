import { describe, expect, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { accessToken, service } from '../harness/service.ts'
import { word } from './client.ts'
import { forgetful } from './recovered-link.ts'
import { type BrowserSession, signIn } from './session.ts'

const { url } = service()

const login = (body: object) =>
  fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function told<T>(session: BrowserSession, path: string, body: object): Promise<T> {
  const response = await session.send(`/api/v2/auth/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Two codes that are good one after the other, wherever in its period a test begins. */
const codes = (secret: string): readonly [string, string] => {
  const now = Date.now()
  return [codeOf(secret, now), codeOf(secret, now, 1)]
}

describe('a second factor', () => {
  it('[X44] [A3.a] [A3.b] [A3.g] [A3.h] [AUTH22] [AUTH23] [SYS9] is turned on, asked for and turned off', async () => {
    const user = await forgetful()
    const session = await signIn(user)
    const { secret } = await told<{ secret: string }>(session, 'totp/enrol', { currentPassword: user.password })
    const [first, second] = codes(secret)
    const { recoveryCodes } = await told<{ recoveryCodes: string[] }>(session, 'totp/confirm', { otp: first })
    expect(await (await session.send('/api/v2/auth/totp')).json()).toEqual({ enabled: true, recoveryCodesLeft: 10 })
    await expect(accessToken(user)).rejects.toThrow('invalid_grant')

    const challenge = (await (await login(user)).json()) as { status: string; challengeToken: string }
    expect(challenge).toEqual({ status: 'totpRequired', challengeToken: expect.any(String), expiresIn: 300 })
    const { challengeToken } = challenge
    // the code that confirmed was taken already
    const statuses: number[] = []
    for (const otp of [first, second, second]) statuses.push((await login({ challengeToken, otp })).status)
    expect(statuses).toEqual([401, 200, 401])
    const [one = '', other = '', third = ''] = recoveryCodes
    expect((await login({ challengeToken, otp: one })).status).toBe(200)
    expect((await login({ challengeToken, otp: one })).status).toBe(401)

    const moved = await session.send('/user/current', {
      method: 'PATCH',
      body: JSON.stringify({ email: `${word()}@example.org`, currentPassword: user.password }),
    })
    expect([moved.status, await moved.json()]).toMatchObject([401, { errors: [{ code: 'TOTP_REQUIRED' }] }])
    const change = (otp?: string) =>
      session.send('/api/v2/auth/update-password', {
        method: 'POST',
        body: JSON.stringify({ currentPassword: user.password, newPassword: word(), otp }),
      })
    const refused = await change()
    const { errors } = (await refused.json()) as { errors: { code: string }[] }
    expect([refused.status, errors[0]?.code]).toEqual([401, 'TOTP_REQUIRED'])
    const changed = await change(other)
    expect(changed.status).toBe(204)
    const cookie = changed.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const disable = { method: 'POST', headers: { cookie }, body: JSON.stringify({ otp: third }) }
    expect((await session.send('/api/v2/auth/totp/disable', disable)).status).toBe(204)
    const state = await session.send('/api/v2/auth/totp', { headers: { cookie } })
    expect(await state.json()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
  })
})
