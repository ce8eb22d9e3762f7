import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../e2e/harness/authenticator.ts'
import { PasskeyDevice } from '../../e2e/harness/passkey-device.ts'
import type { Database } from '../db/database.ts'
import { openPg } from '../db/pg.ts'
import { migratedDatabase } from '../db/test-database.ts'
import { createAuth } from './index.ts'
import { encoded } from './test-flow.ts'
import { addClient, addUser, ORIGIN, PASSWORD, signIn, testApp } from './test-service.ts'

const AT_ONCE = 8

let database: Database
let cookie: string

beforeAll(async () => {
  database = openPg(await migratedDatabase())
  await addUser(database, 'ada')
  await addUser(database, 'bob')
  await addClient(database, 'television', { type: 2, isFirstParty: true })
  await database.kysely.updateTable('oauth_clients').set({ pairs_devices: true }).execute()
  cookie = (await signIn(instance(), 'ada')).cookie
})
afterAll(() => database.close())

/** One running service of several that share the database. */
const instance = () => testApp(createAuth({ database }))

const post = async (path: string, body: object, as = cookie, app = instance()) =>
  app.request(`${ORIGIN}/api/v2/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: as },
    body: JSON.stringify(body),
  })
const form = async (path: string, fields: Record<string, string>, app = instance()) =>
  app.request(`${ORIGIN}/oauth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encoded(fields),
  })
const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T

/** How many of several that came at once were answered with that status. */
async function answered(status: number, send: () => Promise<Response>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, send))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((each) => each >= 500)).toEqual([])
  return statuses.filter((each) => each === status).length
}

describe('what is good for one use, asked for at once on several instances', () => {
  it('[A3.i] is a code that a user pairs a device by, and what the device redeems', async () => {
    const codes = await json<{ user_code: string; device_code: string }>(
      form('device_authorization', { client_id: 'television' }),
    )
    const bob = (await signIn(instance(), 'bob')).cookie
    let turn = 0
    const pair = () => post('devices/pair', { userCode: codes.user_code }, turn++ % 2 === 0 ? cookie : bob)
    expect(await answered(201, pair)).toBe(1)
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'television' }
    expect(await answered(200, () => form('token', { ...grant, device_code: codes.device_code }))).toBe(1)
  })

  it('[A3.h] is the answer of a passkey, also of one that does not count', async () => {
    const device = new PasskeyDevice(ORIGIN, { counts: false })
    const creation = await json<Parameters<PasskeyDevice['create']>[0]>(
      post('passkeys/register/options', { currentPassword: PASSWORD }),
    )
    const made = device.create(creation)
    expect(await answered(201, () => post('passkeys/register', { name: 'Key', credential: made }))).toBe(1)
    const asked = await json<Parameters<PasskeyDevice['get']>[0]>(post('passkeys/sign-in/options', {}, ''))
    const credential = device.get(asked)
    expect(await answered(200, () => post('passkeys/sign-in', { credential }, ''))).toBe(1)
  })

  it('[A3] is the last place for a passkey', async () => {
    const row = await database.kysely.selectFrom('marquee_passkeys').selectAll().executeTakeFirstOrThrow()
    const { id: _id, ...kept } = row
    const more = Array.from({ length: 18 }, (_, index) => ({ ...kept, credential_id: `more${index}` }))
    await database.kysely.insertInto('marquee_passkeys').values(more).execute()
    const device = new PasskeyDevice(ORIGIN)
    const proof = { currentPassword: PASSWORD }
    const begun = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        json<Parameters<PasskeyDevice['create']>[0]>(post('passkeys/register/options', proof)),
      ),
    )
    const made = begun.map((options) => device.create(options))
    expect(await answered(201, () => post('passkeys/register', { name: 'Key', credential: made.pop() }))).toBe(1)
  })

  it('[A3.h] is a one-time code, and a recovery code', async () => {
    const { secret } = await json<{ secret: string }>(post('totp/enrol', { currentPassword: PASSWORD }))
    const { recoveryCodes } = await json<{ recoveryCodes: string[] }>(post('totp/confirm', { otp: codeOf(secret) }))
    const { challengeToken } = await json<{ challengeToken: string }>(
      post('login', { username: 'ada', password: PASSWORD }, ''),
    )
    expect(await answered(200, () => post('login', { challengeToken, otp: recoveryCodes[0] }, ''))).toBe(1)
    const next = codeOf(secret, Date.now() + 30_000)
    await database.kysely.deleteFrom('marquee_attempts').execute()
    expect(await answered(200, () => post('login', { challengeToken, otp: next }, ''))).toBe(1)
  })
})
