import { Hono } from 'hono'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { requiredTexts } from './json-body.ts'
import { otpTaken, person, provenOtp, provenPassword, wrongOtp } from './own-password.ts'
import { addressLimits, attempted, otpLimit } from './rate-limit.ts'
import { confirmTotp, enrolTotp, removeTotp, replaceRecoveryCodes, totpState } from './totp.ts'

/** Turning a second factor on and off [A3.g]: the matter of a person in the browser, and of no application. */
export function totpRoutes(auth: Auth): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get('/api/v2/auth/totp', async (c) => c.json(await totpState(auth, person(c).userId), 200, PRIVATE))
  app.post('/api/v2/auth/totp/enrol', async (c) => {
    const user = person(c)
    const { currentPassword } = await requiredTexts(c, auth, ['currentPassword'])
    await provenPassword(c, auth, user, currentPassword)
    const otpauthUri = await enrolTotp(auth, user.userId, user.username)
    return c.json({ otpauthUri, secret: new URL(otpauthUri).searchParams.get('secret') }, 200, PRIVATE)
  })
  app.post('/api/v2/auth/totp/confirm', async (c) => {
    const { userId } = person(c)
    const { otp } = await requiredTexts(c, auth, ['otp'])
    const limits = [otpLimit(userId), ...addressLimits(auth.addressOf(c.req.raw, c.env))]
    const recoveryCodes = attempted(await auth.attempt(limits, () => confirmTotp(auth, userId, otp)))
    if (recoveryCodes === null) throw wrongOtp()
    return c.json({ recoveryCodes }, 200, PRIVATE)
  })
  app.post('/api/v2/auth/totp/recovery-codes', async (c) => {
    const user = person(c)
    const { currentPassword, otp } = await requiredTexts(c, auth, ['currentPassword', 'otp'])
    await provenPassword(c, auth, user, currentPassword)
    await provenOtp(c, auth, user.userId, otp)
    return c.json({ recoveryCodes: await replaceRecoveryCodes(auth, user.userId) }, 200, PRIVATE)
  })
  app.post('/api/v2/auth/totp/disable', async (c) => {
    const { userId } = person(c)
    const { otp } = await requiredTexts(c, auth, ['otp'])
    if (!(await otpTaken(c, auth, userId, otp))) throw wrongOtp()
    await removeTotp(auth.database, userId)
    return c.body(null, 204, PRIVATE)
  })
  return app
}

const PRIVATE = { 'cache-control': 'no-store' }
