import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../harness/authenticator.ts'
import { newVisitor, type Visitor } from '../harness/cookie-jar.ts'
import { ADMIN, CREDENTIALS } from '../harness/credentials.ts'
import { OPENID_CLIENT, type OpenIdProvider, startOpenIdProvider } from '../harness/openid-provider.ts'
import { scratchFolder } from '../harness/run-folder.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { word } from '../http/client.ts'
import { throughProvider } from './provider-visit.ts'

/** Two services with one provider: one as it is unless told otherwise, one that takes in whoever it can. */
let provider: OpenIdProvider
let strict: RunningServer
let open: RunningServer
let administrator: Visitor

beforeAll(async () => {
  provider = await startOpenIdProvider()
  const acme = { key: 'acme', name: 'Acme', issuer: provider.issuer, ...OPENID_CLIENT }
  const down = { ...acme, key: 'down', name: 'Down', issuer: 'http://localhost:9' }
  const settings = { ...CREDENTIALS, DEMO: 'false', SIGN_IN_PROVIDERS: JSON.stringify([acme, down]) }
  strict = await startServer('node', { ...settings, DATA_DIR: scratchFolder('strict') })
  const rules = {
    SIGN_IN_LINK_BY_EMAIL: 'true',
    SIGN_IN_CREATE_USERS: 'Guests',
    SIGN_IN_CREATE_DOMAINS: 'acme.example',
  }
  open = await startServer('node', { ...settings, ...rules, DATA_DIR: scratchFolder('open') })
  provider.allow(...[strict, open].map(({ url }) => `${url}/api/v2/auth/providers/acme/callback`))
  administrator = await signedIn(strict, { username: ADMIN.email, password: ADMIN.password })
})
afterAll(async () => {
  await strict?.stop()
  await open?.stop()
  await provider?.stop()
})
afterEach(() => {
  provider.tamper = null
  provider.hangs = false
})

interface Person {
  readonly username: string
  readonly password: string
  readonly email: string
}

const AUTH = '/api/v2/auth'

async function signedIn({ url }: RunningServer, { username, password }: Pick<Person, 'username' | 'password'>) {
  const visitor = newVisitor()
  const response = await visitor.post(`${url}${AUTH}/login`, { username, password })
  expect(response.status).toBe(200)
  return visitor
}

async function newUser(server = strict, more: object = {}): Promise<Person & { readonly id: number }> {
  const username = word().slice(0, 20).toLowerCase()
  const own = { username, password: word(), email: `${username}@acme.example` }
  const as =
    server === strict ? administrator : await signedIn(server, { username: ADMIN.email, password: ADMIN.password })
  const response = await as.post(`${server.url}/api/v1/users`, { users: [{ ...own, name: username, ...more }] })
  expect(response.status).toBe(201)
  const { users } = (await response.json()) as { users: { _id: number }[] }
  return { ...own, id: users[0]?._id ?? 0 }
}

const startOf = ({ url }: RunningServer, returnTo = '/p/films?page=2', key = 'acme') =>
  `${url}${AUTH}/providers/${key}/start?${new URLSearchParams({ returnTo })}`

/** Where a sign-in through the provider ends, as a path of the service. */
async function through(visitor: Visitor, login: string | null, server = strict, returnTo?: string): Promise<string> {
  const back = await throughProvider(visitor, startOf(server, returnTo), login)
  return endOf(visitor, back)
}

async function endOf(visitor: Visitor, address: string): Promise<string> {
  const response = await visitor.get(address)
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
  return response.headers.get('location') ?? ''
}

const whoIs = async (visitor: Visitor, { url } = strict) => {
  const response = await visitor.get(`${url}/user/me`)
  return response.status === 200 ? ((await response.json()) as { username: string }).username : response.status
}

/** A user whose account at the provider is linked: what is typed there is the username. */
async function linkedUser(): Promise<{ readonly user: Person & { readonly id: number }; readonly visitor: Visitor }> {
  const user = await newUser()
  const visitor = await signedIn(strict, user)
  expect(await endOf(visitor, await linkedThrough(visitor, user))).toBe('/account?linked=done')
  return { user, visitor }
}

async function linkedThrough(visitor: Visitor, { username, password }: Person, login = username): Promise<string> {
  const body = { currentPassword: password, returnTo: '/account' }
  const response = await visitor.post(`${strict.url}${AUTH}/providers/acme/link`, body)
  expect(response.status).toBe(200)
  const { location } = (await response.json()) as { location: string }
  return throughProvider(visitor, location, login)
}

const problemOf = (location: string) => new URL(location, strict.url).searchParams.get('problem')

describe('[A6] signing in through an OpenID provider', () => {
  it('names the providers, which anybody may know', async () => {
    const response = await fetch(`${strict.url}${AUTH}/providers`)
    const providers = [
      { key: 'acme', name: 'Acme' },
      { key: 'down', name: 'Down' },
    ]
    expect([response.status, await response.json()]).toEqual([200, { providers }])
  })

  it('leads there with state, nonce and PKCE, and back to where one wanted to go', async () => {
    const { user } = await linkedUser()
    const visitor = newVisitor()
    const start = await visitor.get(startOf(strict))
    const { origin, searchParams } = new URL(start.headers.get('location') ?? '')
    expect([start.status, origin]).toEqual([302, provider.issuer])
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'marquee',
      redirect_uri: `${strict.url}${AUTH}/providers/acme/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await through(visitor, user.username)).toBe('/p/films?page=2')
    expect(await whoIs(visitor)).toBe(user.username)
    expect(await through(newVisitor(), user.username, strict, 'https://evil.example/')).toBe('/')
  })

  it('lets nobody in who is not linked, whatever the e-mail address', async () => {
    const user = await newUser()
    provider.people.set('stranger', { email: user.email, email_verified: true })
    const visitor = newVisitor()
    expect(await through(visitor, 'stranger')).toBe('/login?next=%2Fp%2Ffilms%3Fpage%3D2&problem=unlinked')
    expect(await whoIs(visitor)).toBe(401)
  })

  it('says so when it was not allowed at the provider', async () => {
    expect(problemOf(await through(newVisitor(), null))).toBe('denied')
  })

  it('[A3.a] asks for the one-time code of a user who has a second factor', async () => {
    const { user, visitor } = await linkedUser()
    const enrol = await visitor.post(`${strict.url}${AUTH}/totp/enrol`, { currentPassword: user.password })
    const { secret } = (await enrol.json()) as { secret: string }
    const at = Date.now()
    await visitor.post(`${strict.url}${AUTH}/totp/confirm`, { otp: codeOf(secret, at) })
    const another = newVisitor()
    const location = await through(another, user.username)
    const [, challengeToken = ''] = /^\/login\?next=%2Fp%2Ffilms%3Fpage%3D2#challenge=([\w-]+)$/.exec(location) ?? []
    expect(await whoIs(another)).toBe(401)
    const login = await another.post(`${strict.url}${AUTH}/login`, { challengeToken, otp: codeOf(secret, at, 1) })
    expect([login.status, await whoIs(another)]).toEqual([200, user.username])
  })

  it('refuses a user who is disabled', async () => {
    const { user } = await linkedUser()
    const { url } = strict
    const record = await administrator.get(`${url}/api/v1/users/${user.id}`)
    const body = JSON.stringify({ users: [{ is_disabled: true }] })
    const headers = {
      'content-type': 'application/json',
      'if-match': record.headers.get('etag') ?? '*',
      cookie: administrator.cookies(url),
      origin: url,
    }
    expect((await fetch(`${url}/api/v1/users/${user.id}`, { method: 'PATCH', headers, body })).status).toBe(200)
    expect(problemOf(await through(newVisitor(), user.username))).toBe('disabled')
  })

  it('is one more way in that its user takes away again', async () => {
    const { user, visitor } = await linkedUser()
    const list = `${strict.url}${AUTH}/identities`
    const { identities } = (await (await visitor.get(list)).json()) as { identities: { id: number }[] }
    expect(identities).toEqual([
      { id: expect.any(Number), provider: 'acme', label: null, linkedAt: expect.any(Number), usedAt: null },
    ])
    const own = `${list}/${identities[0]?.id}`
    expect((await administrator.remove(own)).status).toBe(404)
    expect((await visitor.remove(own)).status).toBe(204)
    expect((await visitor.remove(own)).status).toBe(404)
    expect(problemOf(await through(newVisitor(), user.username))).toBe('unlinked')
  })
})

describe('[A6] linking an account', () => {
  it('takes the password, the page of the service, and a provider that is there', async () => {
    const user = await newUser()
    const visitor = await signedIn(strict, user)
    const link = (key: string, body: object) => visitor.post(`${strict.url}${AUTH}/providers/${key}/link`, body)
    expect((await link('acme', { currentPassword: 'wrong' })).status).toBe(422)
    expect((await link('none', { currentPassword: user.password })).status).toBe(404)
    expect((await link('down', { currentPassword: user.password })).status).toBe(503)
    const headers = { cookie: visitor.cookies(strict.url), origin: 'https://evil.example' }
    const body = JSON.stringify({ currentPassword: user.password })
    const forged = await fetch(`${strict.url}${AUTH}/providers/acme/link`, { method: 'POST', headers, body })
    expect(forged.status).toBe(403)
  })

  it('is not finished for somebody else than began it', async () => {
    const user = await newUser()
    const visitor = await signedIn(strict, user)
    const back = await linkedThrough(visitor, user)
    const { username, password } = await newUser()
    await visitor.post(`${strict.url}${AUTH}/login`, { username, password })
    expect(await endOf(visitor, back)).toBe('/account?linked=expired')
    expect(problemOf(await through(newVisitor(), user.username))).toBe('unlinked')
  })

  it('does not take away what is linked to another user', async () => {
    const { user: first } = await linkedUser()
    const second = await newUser()
    const visitor = await signedIn(strict, second)
    expect(await endOf(visitor, await linkedThrough(visitor, second, first.username))).toBe('/account?linked=taken')
    const another = newVisitor()
    await through(another, first.username)
    expect(await whoIs(another)).toBe(first.username)
  })
})

describe('[A6] where the configuration allows it', () => {
  it('links the user who has the same e-mail address, when it is verified', async () => {
    const user = await newUser(open)
    const login = word()
    provider.people.set(login, { email: user.email.toUpperCase(), email_verified: false })
    expect(problemOf(await through(newVisitor(), login, open))).toBe('unlinked')
    provider.people.set(login, { email: user.email.toUpperCase(), email_verified: true })
    const visitor = newVisitor()
    expect(await through(visitor, login, open)).toBe('/p/films?page=2')
    expect(await whoIs(visitor, open)).toBe(user.username)
    // the address changes hands: it is the account that counts
    const later = word()
    provider.people.set(later, { email: user.email, email_verified: true })
    expect(problemOf(await through(newVisitor(), later, open))).toBe('unlinked')
    provider.people.set(login, {})
    await through(visitor, login, open)
    expect(await whoIs(visitor, open)).toBe(user.username)
  })

  it('makes users of a group, of the domains it names only', async () => {
    const as = await signedIn(open, { username: ADMIN.email, password: ADMIN.password })
    const login = word()
    const email = `${login}@acme.example`
    provider.people.set(login, { email, email_verified: true, name: 'Ada New' })
    expect(problemOf(await through(newVisitor(), login, open))).toBe('failed')
    expect((await as.post(`${open.url}/api/v1/groups`, { groups: [{ name: 'Guests' }] })).status).toBe(201)
    const visitor = newVisitor()
    expect(await through(visitor, login, open)).toBe('/p/films?page=2')
    const me = await (await visitor.get(`${open.url}/user/me`)).json()
    expect(me).toMatchObject({ username: email, email, name: 'Ada New', groups: [{ name: 'Guests' }] })
    expect(me).toMatchObject({ isAdministrator: false })
    await through(visitor, login, open)
    expect(await whoIs(visitor, open)).toBe(email)
    const other = word()
    provider.people.set(other, { email: `${other}@elsewhere.example`, email_verified: true })
    expect(problemOf(await through(newVisitor(), other, open))).toBe('unlinked')
  })
})

describe('[A6] what is not as it should be leads to the sign-in page, which tells', () => {
  let user: Person
  beforeAll(async () => {
    user = (await linkedUser()).user
  })

  it('a state of another sign-in, and of another browser', async () => {
    const visitor = newVisitor()
    const back = new URL(await throughProvider(visitor, startOf(strict), user.username))
    expect(problemOf(await endOf(newVisitor(), back.href))).toBe('expired')
    const wrong = new URL(back)
    wrong.searchParams.set('state', `${back.searchParams.get('state')?.slice(0, -1)}_`)
    expect(problemOf(await endOf(visitor.copy(), wrong.href))).toBe('expired')
    for (const name of ['state', 'code']) {
      const without = new URL(back)
      without.searchParams.delete(name)
      expect(problemOf(await endOf(visitor.copy(), without.href))).toBe(name === 'state' ? 'expired' : 'failed')
    }
    expect(await whoIs(visitor)).toBe(401)
  })

  it('an answer that comes twice', async () => {
    const visitor = newVisitor()
    const back = await throughProvider(visitor, startOf(strict), user.username)
    const thief = visitor.copy()
    expect(await endOf(visitor, back)).toBe('/p/films?page=2')
    expect(problemOf(await endOf(visitor, back))).toBe('expired')
    expect(problemOf(await endOf(thief, back))).toBe('expired')
    expect(await whoIs(thief)).toBe(401)
  })

  it('an answer of another issuer, or of nobody', async () => {
    for (const iss of ['https://evil.example', null]) {
      const visitor = newVisitor()
      const back = new URL(await throughProvider(visitor, startOf(strict), user.username))
      expect(back.searchParams.get('iss')).toBe(provider.issuer)
      if (iss === null) back.searchParams.delete('iss')
      else back.searchParams.set('iss', iss)
      expect(problemOf(await endOf(visitor, back.href))).toBe('failed')
      expect(await whoIs(visitor)).toBe(401)
    }
  })

  const hour = 3600
  it.each([
    ['a nonce of another sign-in', { nonce: 'another' }, true],
    ['an ID token of another issuer', { iss: 'https://evil.example' }, true],
    ['an ID token for another client', { aud: 'another' }, true],
    ['an ID token that another client asked for', { aud: ['marquee', 'another'], azp: 'another' }, true],
    ['an ID token that has expired', { exp: Math.floor(Date.now() / 1000) - hour }, true],
    ['an ID token that is old', { iat: Math.floor(Date.now() / 1000) - hour }, true],
    ['an ID token of nobody', { sub: '' }, true],
    ['an ID token signed by somebody else', {}, false],
  ])('%s', async (_, change, own) => {
    const visitor = newVisitor()
    provider.tamper = (idToken) => provider.resigned(idToken, change, own)
    expect(problemOf(await through(visitor, user.username))).toBe('failed')
    expect(await whoIs(visitor)).toBe(401)
    provider.tamper = (idToken) => provider.resigned(idToken, {})
    await through(visitor, user.username)
    expect(await whoIs(visitor)).toBe(user.username)
  })

  it('an ID token that is not signed', async () => {
    provider.tamper = async (idToken) => `${btoa('{"alg":"none"}').replaceAll('=', '')}.${idToken.split('.')[1]}.`
    expect(problemOf(await through(newVisitor(), user.username))).toBe('failed')
    provider.tamper = async () => 'no token'
    expect(problemOf(await through(newVisitor(), user.username))).toBe('failed')
  })

  it('a provider that is down, slow, or not there', async () => {
    expect(problemOf(await endOf(newVisitor(), startOf(strict, '/', 'down')))).toBe('unavailable')
    expect(problemOf(await endOf(newVisitor(), startOf(strict, '/', 'none')))).toBe('unknown')
    provider.hangs = true
    expect(problemOf(await through(newVisitor(), word()))).toBe('unavailable')
  })

  it('and the log knows why, yet nothing that is secret', async () => {
    const visitor = newVisitor()
    const back = new URL(await throughProvider(visitor, startOf(strict), user.username))
    back.searchParams.set('iss', 'https://evil.example')
    await endOf(visitor, back.href)
    await expect.poll(() => strict.output()).toContain('the answer is of another issuer')
    for (const secret of [back.searchParams.get('code'), back.searchParams.get('state'), OPENID_CLIENT.clientSecret]) {
      expect(strict.output()).not.toContain(secret)
    }
    expect(strict.output() + open.output()).not.toMatch(/"status":500/)
  })
})
