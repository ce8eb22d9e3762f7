import { describe, expect, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { forgetful } from './recovered-link.ts'
import { signIn } from './session.ts'

describe('recovery codes', () => {
  it('[A3.g] [A3.h] are replaced by new ones for the password and a code', async () => {
    const user = await forgetful()
    const session = await signIn(user)
    const post = (path: string, body: object) =>
      session.send(`/api/v2/auth/totp/${path}`, { method: 'POST', body: JSON.stringify(body) })
    const { secret } = (await (await post('enrol', { currentPassword: user.password })).json()) as { secret: string }
    const codesOf = async (answer: Response) => ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes
    const old = await codesOf(await post('confirm', { otp: codeOf(secret) }))
    const fresh = await codesOf(await post('recovery-codes', { currentPassword: user.password, otp: old[0] }))
    expect(new Set([...old, ...fresh]).size).toBe(20)
    const again = (otp = '') => post('recovery-codes', { currentPassword: user.password, otp })
    expect([(await again(old[1])).status, (await again(fresh[0])).status]).toEqual([422, 200])
  })
})
