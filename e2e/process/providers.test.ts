import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { newVisitor } from '../harness/cookie-jar.ts'
import { AUTH, type ProviderSite, problemOf, START_MS, startProviderSite } from './provider-site.ts'

let site: ProviderSite

beforeAll(async () => {
  site = await startProviderSite()
}, START_MS)
afterAll(() => site?.stop())

describe('[A6] signing in through an OpenID provider', () => {
  it('names the providers, which anybody may know', async () => {
    const response = await fetch(`${site.server.url}${AUTH}/providers`)
    const providers = [
      { key: 'acme', name: 'Acme' },
      { key: 'down', name: 'Down' },
    ]
    expect([response.status, await response.json()]).toEqual([200, { providers }])
  })

  it('leads there with state, nonce and PKCE, and back to where one wanted to go', async () => {
    const { user } = await site.linkedUser()
    const visitor = newVisitor()
    const start = await visitor.get(site.startOf())
    const { origin, searchParams } = new URL(start.headers.get('location') ?? '')
    expect([start.status, origin]).toEqual([302, site.provider.issuer])
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'marquee',
      redirect_uri: `${site.server.url}${AUTH}/providers/acme/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await site.through(visitor, user.username)).toBe('/p/films?page=2')
    expect(await site.whoIs(visitor)).toBe(user.username)
    expect(await site.through(newVisitor(), user.username, 'https://evil.example/')).toBe('/')
  })

  it('[X38] lets nobody in who is not linked, whatever the e-mail address', async () => {
    const user = await site.newUser()
    site.provider.people.set('stranger', { email: user.email, email_verified: true })
    const visitor = newVisitor()
    expect(await site.through(visitor, 'stranger')).toBe('/login?next=%2Fp%2Ffilms%3Fpage%3D2&problem=unlinked')
    expect(await site.whoIs(visitor)).toBe(401)
  })

  it('says so when it was not allowed at the provider', async () => {
    expect(problemOf(await site.through(newVisitor(), null))).toBe('denied')
  })

  it('[X38.a] [A3.a] asks for the one-time code of a user who has a second factor', async () => {
    const { user, visitor } = await site.linkedUser()
    const enrol = await visitor.post(`${site.server.url}${AUTH}/totp/enrol`, { currentPassword: user.password })
    const { secret } = (await enrol.json()) as { secret: string }
    const at = Date.now()
    await visitor.post(`${site.server.url}${AUTH}/totp/confirm`, { otp: codeOf(secret, at) })
    const another = newVisitor()
    const location = await site.through(another, user.username)
    const [, challengeToken = ''] = /^\/login\?next=%2Fp%2Ffilms%3Fpage%3D2#challenge=([\w-]+)$/.exec(location) ?? []
    expect(await site.whoIs(another)).toBe(401)
    const login = await another.post(`${site.server.url}${AUTH}/login`, { challengeToken, otp: codeOf(secret, at, 1) })
    expect([login.status, await site.whoIs(another)]).toEqual([200, user.username])
  })

  it('refuses a user who is disabled', async () => {
    const { user } = await site.linkedUser()
    const { url } = site.server
    const record = await site.administrator.get(`${url}/api/v1/users/${user.id}`)
    const body = JSON.stringify({ users: [{ is_disabled: true }] })
    const headers = {
      'content-type': 'application/json',
      'if-match': record.headers.get('etag') ?? '*',
      cookie: site.administrator.cookies(url),
      origin: url,
    }
    expect((await fetch(`${url}/api/v1/users/${user.id}`, { method: 'PATCH', headers, body })).status).toBe(200)
    expect(problemOf(await site.through(newVisitor(), user.username))).toBe('disabled')
  })

  it('is one more way in that its user takes away again', async () => {
    const { user, visitor } = await site.linkedUser()
    const list = `${site.server.url}${AUTH}/identities`
    const { identities } = (await (await visitor.get(list)).json()) as { identities: { id: number }[] }
    expect(identities).toEqual([
      { id: expect.any(Number), provider: 'acme', label: null, linkedAt: expect.any(Number), usedAt: null },
    ])
    const own = `${list}/${identities[0]?.id}`
    expect((await site.administrator.remove(own)).status).toBe(404)
    expect((await visitor.remove(own)).status).toBe(204)
    expect((await visitor.remove(own)).status).toBe(404)
    expect(problemOf(await site.through(newVisitor(), user.username))).toBe('unlinked')
  })
})

describe('[A6] linking an account', () => {
  it('takes the password, the page of the service, and a provider that is there', async () => {
    const user = await site.newUser()
    const visitor = await site.signedIn(user)
    const link = (key: string, body: object) => visitor.post(`${site.server.url}${AUTH}/providers/${key}/link`, body)
    expect((await link('acme', { currentPassword: 'wrong' })).status).toBe(422)
    expect((await link('none', { currentPassword: user.password })).status).toBe(404)
    expect((await link('down', { currentPassword: user.password })).status).toBe(503)
    const headers = { cookie: visitor.cookies(site.server.url), origin: 'https://evil.example' }
    const body = JSON.stringify({ currentPassword: user.password })
    const forged = await fetch(`${site.server.url}${AUTH}/providers/acme/link`, { method: 'POST', headers, body })
    expect(forged.status).toBe(403)
  })

  it('is not finished for somebody else than began it', async () => {
    const user = await site.newUser()
    const visitor = await site.signedIn(user)
    const back = await site.linkedThrough(visitor, user)
    const { username, password } = await site.newUser()
    await visitor.post(`${site.server.url}${AUTH}/login`, { username, password })
    expect(await site.endOf(visitor, back)).toBe('/account?linked=expired')
    expect(problemOf(await site.through(newVisitor(), user.username))).toBe('unlinked')
  })

  it('does not take away what is linked to another user', async () => {
    const { user: first } = await site.linkedUser()
    const second = await site.newUser()
    const visitor = await site.signedIn(second)
    expect(await site.endOf(visitor, await site.linkedThrough(visitor, second, first.username))).toBe(
      '/account?linked=taken',
    )
    const another = newVisitor()
    await site.through(another, first.username)
    expect(await site.whoIs(another)).toBe(first.username)
  })
})
