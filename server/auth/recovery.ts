import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Log } from '../log.ts'
import { passwordFault } from '../password-rules.ts'
import type { Auth } from './auth.ts'
import { requiredTexts } from './json-body.ts'
import type { Mailer } from './mailer.ts'
import { ownOrigin } from './origin.ts'
import { hashPassword } from './password.ts'
import { addressLimits, attempted, recoveryLimits } from './rate-limit.ts'
import { recoveryMail, type TextsFor } from './recovery-mail.ts'
import { newResetLink, resetLinkEnd, useResetLink } from './reset-links.ts'

/** What recovering a password takes beside the rest of authentication. */
export interface Recovery {
  /** Null: no mail can leave. */
  readonly mailer: Mailer | null
  readonly textsFor: TextsFor
  /** Where mailed links lead; null: to the origin that was asked. */
  readonly publicOrigin: string | null
  /** Lets work finish after the response. */
  readonly defer: (work: Promise<unknown>) => void
  /** Before an account is looked up; a while of a length that nobody knows unless given. */
  readonly pause?: () => Promise<unknown>
  readonly log: Pick<Log, 'warn'>
}

/**
 * `POST /api/v2/auth/forgot-password` [A3.c]: 202 whatever the name. Whether there is such a user is looked up after the
 * answer, so that neither its text nor its time can tell, and a while later, so that the time of what is asked next cannot
 * either [A2.c].
 */
export async function forgotPassword(c: Context<AppEnv>, auth: Auth, recovery: Recovery): Promise<Response> {
  const { username } = await requiredTexts(c, auth, ['username'])
  const limits = recoveryLimits(username, auth.addressOf(c.req.raw, c.env))
  attempted(await auth.attempt(limits, async () => null))
  const origin = recovery.publicOrigin ?? ownOrigin(c, auth.trustProxy)
  const accept = c.req.header('accept-language')
  const requestId = c.get('requestId')
  const { pause = aWhile } = recovery
  const sending = pause().then(() => mailLink(auth, recovery, { username, origin, accept }))
  recovery.defer(sending.catch((error) => recovery.log.warn('recovery mail was not sent', { requestId, error })))
  return c.json({ status: 'accepted' }, 202)
}

/** From a fifth of a second up to two: somebody who waits for a mail does not notice. */
function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1800))
}

interface Asked {
  readonly username: string
  readonly origin: string
  readonly accept: string | undefined
}

async function mailLink(auth: Auth, recovery: Recovery, { username, origin, accept }: Asked): Promise<void> {
  const { mailer } = recovery
  if (mailer === null) throw new Error('no mail server is configured: SMTP_URL')
  const link = await newResetLink(auth.database, username, { at: seconds(auth), needsAddress: mailer.needsAddress })
  if (link !== null) await mailer.send(recoveryMail(link, origin, recovery.textsFor(link.language, accept)))
}

/** `POST /api/v2/auth/reset-password/validate` [A3.d]: whether a link is still good, and until when (Unix seconds). */
export async function validateReset(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const { token } = await requiredTexts(c, auth, ['token'])
  const end = await guarded(c, auth, () => resetLinkEnd(auth.database, token, seconds(auth)))
  return c.json({ valid: end !== null, expiresAt: end })
}

/** `POST /api/v2/auth/reset-password` [A3.e]: a new password by a mailed link; ends every session and refresh token. */
export async function resetByLink(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const { token, newPassword } = await requiredTexts(c, auth, ['token', 'newPassword'])
  const fault = passwordFault(newPassword)
  if (fault !== null) throw new AppError({ code: 'VALIDATION', detail: `It needs ${fault}.`, pointer: '/newPassword' })
  const done = await guarded(c, auth, async () => {
    // hashing is costly: not for what is no link
    if ((await resetLinkEnd(auth.database, token, seconds(auth))) === null) return null
    const passwordHash = await hashPassword(newPassword)
    return (await useResetLink(auth.database, { token, passwordHash, at: seconds(auth) })) || null
  })
  if (done === null) {
    const detail = 'The link was used already, has expired, or never was one. Ask for a new one.'
    throw new AppError({ code: 'VALIDATION', detail, pointer: '/token' })
  }
  auth.forget()
  return c.body(null, 204)
}

/** Runs what fails for whoever guesses links, within the limit of the address. */
async function guarded<T>(c: Context<AppEnv>, auth: Auth, work: () => Promise<T | null>): Promise<T | null> {
  return attempted(await auth.attempt(addressLimits(auth.addressOf(c.req.raw, c.env)), work))
}

function seconds({ now }: Auth): number {
  return Math.floor(now() / 1000)
}
