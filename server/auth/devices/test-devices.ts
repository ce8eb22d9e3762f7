import type { OwnDevice } from '../../../shared/account.ts'
import type { Database } from '../../db/database.ts'
import { SERVICE_CLIENT, WEB_CLIENT } from '../clients.ts'
import { createAuth } from '../index.ts'
import { encoded, flowOf, type Parameters } from '../test-flow.ts'
import { addClient, addUser, ORIGIN, openTestDatabase, signIn, testApp, testClock } from '../test-service.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Answer of the device authorization endpoint (RFC 8628, section 3.2). */
export interface Codes {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

interface Poll {
  readonly status: number
  readonly error?: string
  readonly access_token: string
  readonly refresh_token: string
}

/** A database with users, with clients that pair devices, and with some that do not. */
export async function openDeviceDatabase() {
  const database = await openTestDatabase()
  const ada = await addUser(database, 'ada')
  await addUser(database, 'bob')
  await addClient(database, 'television', { type: 2 })
  await addClient(database, 'own-television', { type: 2, isFirstParty: true })
  await addClient(database, 'set-top-box', { type: WEB_CLIENT, scopes: ['read'] })
  await addClient(database, 'robot', { type: SERVICE_CLIENT })
  await database.kysely.updateTable('oauth_clients').set({ pairs_devices: true }).execute()
  await addClient(database, 'browser-only', { type: 2 })
  return { database, ada }
}

/** A service, a device and a browser; users sign in in the latter, one after the other. */
export function deviceWorld(database: Database) {
  const clock = testClock()
  const auth = createAuth({ database, now: clock.now })
  const app = testApp(auth)
  let cookie = ''

  const browser = (method: string, path: string, body?: unknown) =>
    app.request(`${ORIGIN}/api/v2/auth${path}`, {
      method,
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const askFor = (fields: Parameters) =>
    app.request(`${ORIGIN}/oauth/device_authorization`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encoded(fields),
    })
  return {
    auth,
    clock,
    browser,
    askFor,
    signIn: async (username: string) => {
      cookie = (await signIn(app, username)).cookie
    },
    asked: async (fields: Parameters = {}): Promise<Codes> => {
      const response = await askFor({ client_id: 'television', ...fields })
      if (response.status !== 200) throw new Error(`no codes: ${await response.text()}`)
      return (await response.json()) as Codes
    },
    /** What a poll is answered: tokens, or the error. */
    polled: async ({ device_code }: Pick<Codes, 'device_code'>, fields: Parameters = {}): Promise<Poll> => {
      const response = await flowOf(app).token({ grant_type: GRANT, client_id: 'television', device_code, ...fields })
      return { status: response.status, ...((await response.json()) as Omit<Poll, 'status'>) }
    },
    paired: async ({ user_code: userCode }: Pick<Codes, 'user_code'>, more: object = {}): Promise<OwnDevice> => {
      const response = await browser('POST', '/devices/pair', { userCode, ...more })
      if (response.status !== 201) throw new Error(`not paired: ${await response.text()}`)
      return (await response.json()) as OwnDevice
    },
    listed: async () =>
      ((await (await browser('GET', '/devices')).json()) as { devices: readonly OwnDevice[] }).devices,
    isGood: async (access: string) =>
      (await app.request(`${ORIGIN}/api/v1/movies`, { headers: { authorization: `Bearer ${access}` } })).status === 200,
  }
}
