import { type Context, Hono } from 'hono'
import type { Passkey } from '../../../shared/account.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { jsonMembers } from '../json-body.ts'
import { type OwnUser, person } from '../own-password.ts'
import type { Recovery } from '../recovery.ts'
import { tellOfPasskey } from './notice.ts'
import { passkeyName } from './passkey-name.ts'
import { provenPerson, register, registrationOptions } from './register.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'
import { signInByPasskey, signInOptions } from './sign-in.ts'
import { ownPasskey, passkeysOf, removePasskey, renamePasskey } from './store.ts'

const PATH = '/api/v2/auth/passkeys'

/** Passkeys (WebAuthn): a person's own in the browser, and signing in by them. */
export function passkeyRoutes(auth: Auth, recovery: Recovery): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const party = (c: Context<AppEnv>): RelyingParty => relyingParty(c, auth, recovery.publicOrigin)
  app.get(PATH, async (c) => c.json({ passkeys: await passkeysOf(auth, person(c).userId) }, 200, PRIVATE))
  app.post(`${PATH}/register/options`, (c) => privately(c, registrationOptions(c, auth, party(c))))
  app.post(`${PATH}/register`, async (c) => {
    const passkey = await register(c, auth, party(c))
    tellOfPasskey(c, auth, recovery, { what: 'ADDED', userId: person(c).userId, name: passkey.name })
    return c.json(passkey, 201, PRIVATE)
  })
  app.post(`${PATH}/sign-in/options`, (c) => privately(c, signInOptions(c, auth, party(c))))
  app.post(`${PATH}/sign-in`, (c) => privately(c, signInByPasskey(c, auth, party(c))))
  app.patch(`${PATH}/:id`, async (c) => {
    const { id } = await named(c, auth, person(c))
    const name = passkeyName(await jsonMembers(c, auth))
    const renamed = await renamePasskey(auth, person(c).userId, id, name)
    if (renamed === null) throw unknown(c)
    return c.json(renamed, 200, PRIVATE)
  })
  app.post(`${PATH}/:id/remove`, async (c) => {
    // whether it is there comes first: a one-time code is good for one use
    const { id, name } = await named(c, auth, person(c))
    const { userId } = await provenPerson(c, auth)
    if (!(await removePasskey(auth, userId, id))) throw unknown(c)
    tellOfPasskey(c, auth, recovery, { what: 'REMOVED', userId, name })
    return c.body(null, 204, PRIVATE)
  })
  return app
}

const PRIVATE = { 'cache-control': 'no-store' }

function privately(c: Context<AppEnv>, answer: Promise<Response>): Promise<Response> {
  c.header('cache-control', 'no-store')
  return answer
}

/** The passkey of the path, when it is the user's own. @throws {AppError} NOT_FOUND */
async function named(c: Context<AppEnv>, auth: Auth, { userId }: OwnUser): Promise<Passkey> {
  const text = c.req.param('id') ?? ''
  const passkey = /^[1-9]\d{0,14}$/.test(text) ? await ownPasskey(auth, userId, Number(text)) : null
  if (passkey === null) throw unknown(c)
  return passkey
}

function unknown(c: Context<AppEnv>): AppError {
  const detail = `You have no passkey ${JSON.stringify(c.req.param('id')?.slice(0, 100) ?? '')}.`
  return new AppError({ code: 'NOT_FOUND', detail })
}
