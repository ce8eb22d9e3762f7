import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import type { UserSignIn } from '../../shared/account.ts'
import type { Tables } from '../db/tables.ts'
import type { AppEnv } from '../http.ts'
import { userAskedFor } from './asked-user.ts'
import type { Auth } from './auth.ts'
import { endSignIns } from './end-sign-ins.ts'
import { person } from './own-password.ts'
import { provenPerson } from './passkeys/register.ts'
import { passkeysOf, removePasskeys } from './passkeys/store.ts'
import { lastSignIn } from './sessions-store.ts'
import { removeTotp, totpState } from './totp.ts'

/**
 * How any user signs in, for administrators, and what they take away for who lost it: the second factor, the passkeys.
 * That takes the administrator's own password, as it opens an account; whatever was signed in by it ends.
 */
export function usersRoutes(auth: Auth, small: MiddlewareHandler): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const user = '/api/v2/auth/users/:userId'
  app.get(`${user}/sign-in`, async (c) => {
    const answer = await signInOf(auth, await userAskedFor(c, auth))
    return c.json(answer, 200, PRIVATE)
  })
  app.post(`${user}/totp/disable`, small, (c) =>
    takeAway(c, auth, 'second factor of a user turned off', async (kysely, userId) => {
      const had = (await totpState({ database: { kysely } }, userId)).enabled
      // a key that nobody confirmed yet goes too
      await removeTotp({ kysely }, userId)
      return had
    }),
  )
  app.post(`${user}/passkeys/remove`, small, (c) =>
    takeAway(c, auth, 'passkeys of a user removed', async (kysely, userId) => {
      const found = await passkeysOf({ database: { kysely } }, userId)
      await removePasskeys(kysely, userId)
      return found.length > 0
    }),
  )
  return app
}

const PRIVATE = { 'cache-control': 'no-store' }

async function signInOf(auth: Auth, userId: number): Promise<UserSignIn> {
  const [secondFactor, passkeys, lastSignInAt] = await Promise.all([
    totpState(auth, userId),
    passkeysOf(auth, userId),
    lastSignIn(auth.database.kysely, userId),
  ])
  return { secondFactor, passkeys: passkeys.length, lastSignInAt }
}

/** @param remove false when there was nothing to take away, and so nothing ends. */
async function takeAway(
  c: Context<AppEnv>,
  auth: Auth,
  event: string,
  remove: (kysely: Kysely<Tables>, userId: number) => Promise<boolean>,
): Promise<Response> {
  // no application does this in an administrator's name, nor a service, which has no password
  person(c)
  const userId = await userAskedFor(c, auth)
  const { userId: by } = await provenPerson(c, auth)
  const removed = await auth.database.transaction(async ({ kysely }) => {
    const had = await remove(kysely, userId)
    if (had) await endSignIns(kysely, [userId])
    return had
  })
  if (removed) {
    auth.forget()
    auth.log?.warn(event, { userId, by, requestId: c.get('requestId') })
  }
  return c.body(null, 204, PRIVATE)
}
