import type { Hono } from 'hono'
import { beforeAll, beforeEach } from 'vitest'
import { codeOf } from '../../../e2e/harness/authenticator.ts'
import { type Manner, PasskeyDevice } from '../../../e2e/harness/passkey-device.ts'
import type { Passkey } from '../../../shared/account.ts'
import type { Database } from '../../db/database.ts'
import type { AppEnv } from '../../http.ts'
import { createAuth } from '../index.ts'
import { addUser, cookieOf, ORIGIN, openTestDatabase, PASSWORD, testApp, testClock } from '../test-service.ts'

/** What is there at a moment of a test. */
interface Moment {
  clock: ReturnType<typeof testClock>
  database: Database
  app: Hono<AppEnv>
  /** Of Ada, who is signed in. */
  cookie: string
  device: PasskeyDevice
  /** Messages of the log. */
  readonly warnings: string[]
}

interface Options {
  readonly challenge: string
  readonly rpId: string
  readonly allowCredentials: readonly { readonly id: string }[]
}

type Creation = Parameters<PasskeyDevice['create']>[0] & { readonly excludeCredentials: readonly { id: string }[] }

/** Ways in which an answer is not the one that was asked for. */
export const WRONG: readonly Manner[] = [
  { origin: 'https://evil.test' },
  { origin: ORIGIN.replace('http:', 'https:') },
  { crossOrigin: true },
  { rpId: 'evil.test' },
  { challenge: 'A'.repeat(200) },
  { verified: false },
]

/** A service with one user, Ada, signed in with a device that has no passkey yet: anew for each test. */
export function visit() {
  const at = { warnings: [] as string[] } as unknown as Moment

  const newApp = () => {
    const log = { warn: (message: string) => void at.warnings.push(message) }
    return testApp(createAuth({ database: at.database, now: at.clock.now, log }))
  }

  const send = async (method: string, path: string, body: unknown, as = at.cookie, to = at.app) =>
    to.request(`${ORIGIN}/api/v2/auth/${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...(as === '' ? {} : { cookie: as }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
  const post = (path: string, body: unknown, as = at.cookie, to = at.app) => send('POST', path, body, as, to)

  beforeAll(async () => {
    at.database = await openTestDatabase()
  })

  beforeEach(async () => {
    at.clock = testClock()
    at.warnings.length = 0
    await at.database.kysely.deleteFrom('users').execute()
    await at.database.kysely.deleteFrom('marquee_passkey_challenges').execute()
    await addUser(at.database, 'ada')
    at.app = newApp()
    at.device = new PasskeyDevice(ORIGIN)
    at.cookie = cookieOf(await post('login', { username: 'ada', password: PASSWORD }, '')) ?? ''
  })

  const creation = (as = at.cookie) =>
    json<Creation>(post('passkeys/register/options', { currentPassword: PASSWORD }, as))

  const options = (body: object = {}) => json<Options>(post('passkeys/sign-in/options', body, ''))

  return {
    at,
    newApp,
    send,
    post,
    creation,
    options,

    /** Adds a passkey of the device to whoever is signed in. */
    added: async (name = 'Laptop', as = at.cookie): Promise<Passkey> => {
      const credential = at.device.create(await creation(as))
      return json(post('passkeys/register', { name, credential }, as))
    },

    /** Signs in by the device's passkey; `more` may be a challenge token. */
    byPasskey: async (manner: Manner = {}, more: object = {}) => {
      const credential = at.device.get(await options(more), manner)
      return post('passkeys/sign-in', { credential, ...more }, '')
    },

    list: async () => (await json<{ passkeys: Passkey[] }>(send('GET', 'passkeys', null))).passkeys,

    /** Turns one-time codes on; gives a function for the next code. */
    withTotp: async (): Promise<() => string> => {
      const { secret } = await json<{ secret: string }>(post('totp/enrol', { currentPassword: PASSWORD }))
      await json(post('totp/confirm', { otp: codeOf(secret, at.clock.now()) }))
      return () => {
        at.clock.advance(30)
        return codeOf(secret, at.clock.now())
      }
    },

    /** What a right password of Ada's is answered with. */
    challenged: () =>
      json<{ status: string; challengeToken: string }>(post('login', { username: 'ada', password: PASSWORD }, '')),
  }
}

export async function json<T>(response: Promise<Response>): Promise<T> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Status, code and pointer of a refusal. */
export async function refusal(response: Promise<Response>) {
  const answer = await response
  const { errors } = (await answer.json()) as { errors: { code: string; source?: { pointer: string } }[] }
  return [answer.status, errors[0]?.code, errors[0]?.source?.pointer]
}
