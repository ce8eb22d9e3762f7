import { describe, expect, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { PUBLIC_ORIGIN } from '../harness/mail-server.ts'
import { type Manner, PasskeyDevice } from '../harness/passkey-device.ts'
import { service } from '../harness/service.ts'
import { patch } from './client.ts'
import { type Forgetful, forgetful, mailed } from './recovered-link.ts'
import { type BrowserSession, signIn } from './session.ts'

const { url } = service()

interface Passkey {
  readonly id: number
  readonly name: string
  readonly lastUsedAt: number | null
}

const anonymous = (path: string, body: object) =>
  fetch(`${url}/api/v2/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function told<T>(response: Response | Promise<Response>): Promise<T> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const posted = (session: BrowserSession, path: string, body: object) =>
  session.send(`/api/v2/auth/${path}`, { method: 'POST', body: JSON.stringify(body) })

type Creation = Parameters<PasskeyDevice['create']>[0]
type Options = Parameters<PasskeyDevice['get']>[0] & { readonly allowCredentials: readonly object[] }

type How = [algorithm?: Parameters<PasskeyDevice['create']>[1], manner?: Manner]

interface Visit {
  readonly user: Forgetful
  readonly session: BrowserSession
  readonly device: PasskeyDevice
}

/** A user of this test's own, signed in, at the address that the service goes by. */
async function visit(): Promise<Visit> {
  const user = await forgetful()
  return { user, session: await signIn(user), device: new PasskeyDevice(PUBLIC_ORIGIN) }
}

async function added({ user, session, device }: Visit, ...how: How) {
  const options = posted(session, 'passkeys/register/options', { currentPassword: user.password })
  const credential = device.create(await told<Creation>(options), ...how)
  return posted(session, 'passkeys/register', { name: 'Laptop', credential })
}

const asked = (more: object = {}) => told<Options>(anonymous('passkeys/sign-in/options', more))

/** The status of a sign-in by the device's passkey. */
async function signedIn({ device }: Pick<Visit, 'device'>, manner: Manner = {}, more: object = {}): Promise<number> {
  const credential = device.get(await asked(more), manner)
  return (await anonymous('passkeys/sign-in', { credential, ...more })).status
}

describe('passkeys', () => {
  it('[AUTH22] [A3.a] sign in alone, are listed, renamed and removed, and the user is told by mail', async () => {
    const here = await visit()
    const { user, session, device } = here
    const passkey = await told<Passkey>(added(here))
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null })
    const options = await asked()
    expect(options).toMatchObject({ rpId: new URL(PUBLIC_ORIGIN).hostname, allowCredentials: [] })
    const response = await anonymous('passkeys/sign-in', { credential: device.get(options) })
    expect(await response.clone().json()).toMatchObject({ status: 'authenticated', user: { username: user.username } })
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await fetch(`${url}/user/me`, { headers: { cookie } })).status).toBe(200)

    const path = `/api/v2/auth/passkeys/${passkey.id}`
    const renamed = session.send(path, { method: 'PATCH', body: JSON.stringify({ name: 'Key ring' }) })
    expect(await told(renamed)).toMatchObject({ id: passkey.id, name: 'Key ring', lastUsedAt: expect.any(Number) })
    expect(await told(session.send('/api/v2/auth/passkeys'))).toMatchObject({ passkeys: [{ name: 'Key ring' }] })
    const removed = await posted(session, `passkeys/${passkey.id}/remove`, { currentPassword: user.password })
    expect(removed.status).toBe(204)
    expect(await told(session.send('/api/v2/auth/passkeys'))).toEqual({ passkeys: [] })
    expect(await signedIn(here)).toBe(401)
    const mails = await mailed(user.email, 2)
    const texts = mails.map(({ text }) => text).join(' ')
    for (const sentence of ['"Laptop" was added', '"Key ring" was removed']) expect(texts).toContain(sentence)
  })

  it('[AUTH22] [AUTH23] stand in for the one-time code', async () => {
    const here = await visit()
    const { user, session } = here
    await told(added(here))
    const { secret } = await told<{ secret: string }>(posted(session, 'totp/enrol', { currentPassword: user.password }))
    await told(posted(session, 'totp/confirm', { otp: codeOf(secret) }))
    const answer = await told<{ challengeToken: string }>(anonymous('login', user))
    expect(answer).toMatchObject({ status: 'totpRequired', expiresIn: 300, passkey: true })
    const { challengeToken } = answer
    expect((await asked({ challengeToken })).allowCredentials).toHaveLength(1)
    expect(await signedIn(here, { verified: false }, { challengeToken })).toBe(200)
    expect(await signedIn(here, {}, { challengeToken: 'none' }).catch((error: Error) => error.message)).toMatch(/^401/)
    const another = await visit()
    await told(added(another))
    expect(await signedIn(another, {}, { challengeToken })).toBe(401)
    const more = await posted(session, 'passkeys/register/options', { currentPassword: user.password })
    expect(more.status).toBe(401)
    expect(await more.json()).toMatchObject({ errors: [{ code: 'TOTP_REQUIRED' }] })
  })

  it('[AUTH22] have keys of each algorithm that is asked for', async () => {
    const here = await visit()
    for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
      await told(added(here, algorithm))
      expect(await signedIn(here), algorithm).toBe(200)
    }
  })

  it('[A2.b] [ERR:UNAUTHENTICATED] sign nobody in who is not who the key was made for, here and now', async () => {
    const here = await visit()
    const { user, device } = here
    await told(added(here))
    const wrong: readonly Manner[] = [
      { origin: url },
      { origin: 'https://evil.example' },
      { crossOrigin: true },
      { rpId: 'evil.example' },
      { challenge: 'A'.repeat(200) },
      { verified: false },
      { userHandle: null },
    ]
    for (const manner of wrong) expect(await signedIn(here, manner), JSON.stringify(manner)).toBe(401)
    const credential = device.get(await asked())
    const statuses: number[] = []
    for (const _ of [1, 2]) statuses.push((await anonymous('passkeys/sign-in', { credential })).status)
    expect(statuses).toEqual([200, 401])
    expect(await signedIn(here, { counter: 1 })).toBe(401)
    expect(await signedIn(here, { counter: 100 })).toBe(200)
    const disabled = await patch(`/users/${user.id}`, { users: [{ is_disabled: true }] })
    expect(disabled.status).toBe(200)
    expect(await signedIn(here, { counter: 101 })).toBe(401)
  })

  it('[ERR:VALIDATION] [ERR:NOT_FOUND] are refused with a pointer, and nobody’s but their user’s', async () => {
    const here = await visit()
    const late = await added(here, 'ES256', { challenge: 'AAAA' })
    expect([late.status, await late.json()]).toMatchObject([422, { errors: [{ source: { pointer: '/credential' } }] }])
    for (const [credential, pointer] of [
      [undefined, '/credential'],
      [{ id: '?' }, '/credential/id'],
      [{ id: 'AA', response: { clientDataJSON: 'e30' } }, '/credential/response/authenticatorData'],
    ] as const) {
      const refused = await anonymous('passkeys/sign-in', { credential })
      expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ source: { pointer } }] }])
    }
    const { id } = await told<Passkey>(added(here))
    const other = await visit()
    const remove = await posted(other.session, `passkeys/${id}/remove`, { currentPassword: other.user.password })
    expect(remove.status).toBe(404)
  })
})
