import { type Context, Hono } from 'hono'
import type { SessionsAnswer } from '../../shared/account.ts'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { idOf, userAskedFor } from './asked-user.ts'
import type { Auth } from './auth.ts'
import { person } from './own-password.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { currentFamily } from './sessions-current.ts'
import { liveSignIns } from './sessions-store.ts'

/**
 * `/api/v2/auth/sessions`: what is signed in as whoever asks, to be seen and ended; and of any user for administrators.
 * What was ended is refused at its next request, at once by this instance, by others once they no longer believe it [P5].
 */
export function sessionRoutes(auth: Auth): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const own = '/api/v2/auth/sessions'
  const users = '/api/v2/auth/users/:userId/sessions'
  app.get(own, (c) => list(c, auth, person(c).userId))
  app.delete(own, (c) => endAll(c, auth, person(c).userId))
  app.delete(`${own}/:id`, (c) => endOne(c, auth, person(c).userId))
  app.get(users, async (c) => list(c, auth, await userAskedFor(c, auth)))
  app.delete(users, async (c) => endAll(c, auth, await userAskedFor(c, auth)))
  app.delete(`${users}/:id`, async (c) => endOne(c, auth, await userAskedFor(c, auth)))
  return app
}

async function list(c: Context<AppEnv>, auth: Auth, userId: number): Promise<Response> {
  const current = await currentFamily(c, auth)
  const found = await liveSignIns(auth.database.kysely, userId, seconds(auth))
  const sessions = found.map(({ family, session }) => ({ ...session, isCurrent: family === current }))
  const answer: SessionsAnswer = { sessions }
  return c.json(answer, 200, PRIVATE)
}

async function endOne(c: Context<AppEnv>, auth: Auth, userId: number): Promise<Response> {
  const id = idOf(c.req.param('id'))
  const [found] = id === null ? [] : await liveSignIns(auth.database.kysely, userId, seconds(auth), id)
  if (found === undefined) throw new AppError({ code: 'NOT_FOUND', detail: 'there is no such session' })
  const isCurrent = found.family === (await currentFamily(c, auth))
  await auth.tokens.revokeFamily(found.family)
  if (isCurrent) clearSessionCookie(c, auth)
  return c.body(null, 204, PRIVATE)
}

/** Every session, or with `?except=current` every other; codes that could become one go with them. */
async function endAll(c: Context<AppEnv>, auth: Auth, userId: number): Promise<Response> {
  const except = c.req.query('except')
  if (except !== undefined && except !== 'current') {
    throw new AppError({ code: 'PARAMETER', parameter: 'except', detail: 'except: expected current, or nothing' })
  }
  const current = await currentFamily(c, auth)
  await endPending(auth, userId)
  await auth.tokens.revokeUser(userId, except === undefined ? null : current)
  if (except === undefined && userId === requireCaller(c).userId) clearSessionCookie(c, auth)
  return c.body(null, 204, PRIVATE)
}

async function endPending({ database }: Auth, userId: number): Promise<void> {
  const codes = database.kysely.deleteFrom('marquee_oauth_codes').where('user_id', '=', userId)
  // a code that was used stays, so that a second use is noticed
  await codes.where('used_at', 'is', null).execute()
  await database.kysely.deleteFrom('marquee_device_codes').where('user_id', '=', userId).execute()
}

function seconds({ now }: Auth): number {
  return Math.floor(now() / 1000)
}

const PRIVATE = { 'cache-control': 'no-store' }
