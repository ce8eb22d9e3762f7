import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { DeviceRequest } from '../../../shared/account.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { jsonMembers, textOf, textsOf } from '../json-body.ts'
import { person } from '../own-password.ts'
import { addressLimits, attempted } from '../rate-limit.ts'
import { openRequest } from './device-codes.ts'
import { denyDevice, devicesOf, pairDevice, unpairDevice } from './devices.ts'
import { userCodeLimit } from './limits.ts'
import { readUserCode, userCodeHash } from './user-code.ts'

const PATH = '/api/v2/auth/devices'
const LONGEST_NAME = 100

/** Pairing devices [A3.i]: the matter of a person in the browser, who has the device in front of them. */
export function deviceRoutes(auth: Auth, small: MiddlewareHandler): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get(PATH, async (c) => c.json({ devices: await devicesOf(auth, person(c).userId) }, 200, PRIVATE))
  app.post(`${PATH}/look-up`, small, (c) => lookUp(c, auth))
  app.post(`${PATH}/pair`, small, (c) => pair(c, auth))
  app.delete(`${PATH}/:id`, async (c) => {
    const userId = person(c).userId
    const id = c.req.param('id')
    if (/^[1-9]\d{0,14}$/.test(id) && (await unpairDevice(auth, userId, Number(id)))) return c.body(null, 204, PRIVATE)
    throw new AppError({ code: 'NOT_FOUND', detail: 'there is no such device' })
  })
  return app
}

const PRIVATE = { 'cache-control': 'no-store' }

/** What a device asks for, before its user decides. */
async function lookUp(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const userId = person(c).userId
  const { userCode } = textsOf(await jsonMembers(c, auth), ['userCode'])
  const at = Math.floor(auth.now() / 1000)
  const { clientId, clientName, isFirstParty, scope, expiresAt } = await found(c, auth, userId, userCode, (hash) =>
    openRequest(auth.database.kysely, hash, at),
  )
  const answer: DeviceRequest = { client: { clientId, name: clientName, isFirstParty }, scope, expiresAt }
  return c.json(answer, 200, PRIVATE)
}

/** `{userCode, name?, allow?}`: 201 with the device, or 204 when it is denied by `allow: false`. */
async function pair(c: Context<AppEnv>, auth: Auth): Promise<Response> {
  const userId = person(c).userId
  const body = await jsonMembers(c, auth)
  const { userCode } = textsOf(body, ['userCode'])
  const name = nameOf(textOf(body, 'name'))
  if (body.allow !== undefined && typeof body.allow !== 'boolean') {
    throw new AppError({ code: 'VALIDATION', detail: '"allow" is true or false.', pointer: '/allow' })
  }
  if (body.allow === false) {
    await found(c, auth, userId, userCode, async (hash) => (await denyDevice(auth, hash)) || null)
    return c.body(null, 204, PRIVATE)
  }
  const id = await found(c, auth, userId, userCode, (hash) => pairDevice(auth, { userId, userCodeHash: hash, name }))
  const [device] = await devicesOf(auth, userId, id)
  return c.json(device ?? { id }, 201, PRIVATE)
}

/** What a user code leads to; codes that lead nowhere are counted, since they may be guesses. */
async function found<T>(
  c: Context<AppEnv>,
  auth: Auth,
  userId: number,
  typed: string,
  find: (hash: string) => Promise<T | null>,
): Promise<T> {
  const code = readUserCode(typed)
  const limits = [userCodeLimit(userId), ...addressLimits(auth.addressOf(c.req.raw, c.env))]
  const attempt = auth.attempt(limits, async () => (code === null ? null : find(userCodeHash(code))))
  const result = attempted(await attempt)
  if (result !== null) return result
  const detail = 'The code is not right, or it came too late. Let the device show a new one.'
  throw new AppError({ code: 'VALIDATION', detail, pointer: '/userCode' })
}

function nameOf(text: string | null): string | null {
  const name = text?.trim() ?? ''
  if (name === '') return null
  if ([...name].length <= LONGEST_NAME && !/\p{Cc}/u.test(name) && name.isWellFormed()) return name
  const detail = `"name" is a text of at most ${LONGEST_NAME} characters, in one line.`
  throw new AppError({ code: 'VALIDATION', detail, pointer: '/name' })
}
