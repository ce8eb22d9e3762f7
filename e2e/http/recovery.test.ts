import { describe, expect, it } from 'vitest'
import { PUBLIC_ORIGIN } from '../harness/mail-server.ts'
import { accessToken, service } from '../harness/service.ts'
import { word } from './client.ts'
import { type Forgetful, forgetful, linkIn, mailed } from './recovered-link.ts'
import { signIn } from './session.ts'

const { url } = service()

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v2/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function forgot(username: string): Promise<void> {
  const response = await post('forgot-password', { username })
  expect(response.status, await response.text()).toBe(202)
}

async function tokenFor({ email }: Forgetful): Promise<string> {
  await forgot(email)
  const [mail] = await mailed(email)
  return mail === undefined ? '' : linkIn(mail).hash.slice(1)
}

const statusOf = async (request: Promise<Response>): Promise<number> => (await request).status

describe('recovering a password', () => {
  it('[A4] [A3.c] [RT:forgot-password] mails a link to the page that sets a new one', async () => {
    const user = await forgetful()
    await forgot(user.username.toUpperCase())
    const [mail] = await mailed(user.email)
    expect(mail).toMatchObject({ from: 'marquee@example.org', to: [user.email], subject: 'A new password for Marquee' })
    const link = mail === undefined ? new URL('about:blank') : linkIn(mail)
    expect([link.origin, link.pathname, link.search]).toEqual([PUBLIC_ORIGIN, '/reset-password', ''])
    expect(link.hash).toMatch(/^#[\w-]{43}$/)
  })

  it('[A2.c] answers for an account that is none what it answers for one', async () => {
    const { email } = await forgetful()
    const [known, unknown] = await Promise.all(
      [email, `${word()}@example.org`].map(async (username) => {
        const response = await post('forgot-password', { username })
        return [response.status, await response.text()]
      }),
    )
    expect(unknown).toEqual(known)
  })

  it('[A3.d] [A3.e] [RT:reset-password-validate] [RT:reset-password] takes the link once and ends all sign-ins', async () => {
    const user = await forgetful()
    const session = await signIn(user)
    const bearer = { authorization: `Bearer ${await accessToken(user)}` }
    const token = await tokenFor(user)
    const validity = await (await post('reset-password/validate', { token })).json()
    expect(validity).toEqual({ valid: true, expiresAt: expect.any(Number) })
    const { expiresAt } = validity as { readonly expiresAt: number }
    expect(Math.abs(expiresAt - Date.now() / 1000 - 1800)).toBeLessThan(60)

    const newPassword = word()
    expect(await statusOf(post('reset-password', { token, newPassword: 'short' }))).toBe(422)
    expect(await statusOf(post('reset-password', { token, newPassword }))).toBe(204)
    expect(await statusOf(session.send('/user/me'))).toBe(401)
    expect(await statusOf(fetch(`${url}/user/me`, { headers: bearer }))).toBe(401)
    await expect(signIn(user)).rejects.toThrow('401')
    await signIn({ ...user, password: newPassword })

    const again = await post('reset-password', { token, newPassword: word() })
    const { errors } = (await again.json()) as { errors: { source: object }[] }
    expect([again.status, errors[0]?.source]).toEqual([422, { pointer: '/token' }])
    const used = await (await post('reset-password/validate', { token })).json()
    expect(used).toEqual({ valid: false, expiresAt: null })
  })

  it('[A2.a] mails an account a few times only', async () => {
    const { email } = await forgetful()
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) statuses.push(await statusOf(post('forgot-password', { username: email })))
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    expect(await mailed(email, 5)).toHaveLength(5)
  })
})

describe('changing the password', () => {
  it('[RT:update-password] goes on with a new session and ends the others', async () => {
    const user = await forgetful()
    const [here, there] = [await signIn(user), await signIn(user)]
    const newPassword = word()
    const change = (currentPassword: string) =>
      here.send('/api/v2/auth/update-password', {
        method: 'POST',
        body: JSON.stringify({ currentPassword, newPassword }),
      })
    const wrong = await change('wrong')
    const { errors } = (await wrong.json()) as { errors: { source: object }[] }
    expect([wrong.status, errors[0]?.source]).toEqual([422, { pointer: '/currentPassword' }])
    const right = await change(user.password)
    expect(right.status).toBe(204)
    const cookie = right.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const read = (value: string) => statusOf(fetch(`${url}/user/me`, { headers: { cookie: value } }))
    expect([await read(cookie), await read(here.cookie), await read(there.cookie)]).toEqual([200, 401, 401])
    await signIn({ ...user, password: newPassword })
  })

  it('[A7] [RT:update-password] is for whoever is signed in', async () => {
    const body = { currentPassword: 'x', newPassword: word() }
    expect(await statusOf(post('update-password', body))).toBe(401)
  })
})
