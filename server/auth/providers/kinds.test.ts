import { OAuth2Tokens } from 'arctic'
import type { JWTPayload } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderConfig } from '../../config-providers.ts'
import { createProviders, type Provider } from './providers.ts'
import { CLIENT, startTestIssuer, startTestServer, type TestIssuer, type TestServer } from './test-issuer.ts'

const NOW = 1_800_000_000_000
const seconds = NOW / 1000
const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490'

let issuer: TestIssuer
let time: number
const closing: TestServer[] = []

beforeEach(async () => {
  time = NOW
  await startAt('/tenant/v2.0')
})
afterEach(async () => {
  for (const { close } of closing.splice(0)) await close()
})

async function startAt(place: string): Promise<void> {
  issuer = await startTestIssuer(place)
  closing.push({ url: issuer.issuer, close: issuer.close })
}

function provider(config: ProviderConfig = issuer.config()): Provider {
  const rules = { providers: [config], linkByEmail: false, create: null }
  return createProviders(rules, () => time).find(config.key) as Provider
}

const claimsOf = (more: JWTPayload = {}): JWTPayload => ({
  ...{ iss: issuer.issuer, sub: 'ada', aud: CLIENT.clientId, nonce: 'n', iat: seconds, exp: seconds + 300 },
  ...more,
})

const tokensOf = async (more: JWTPayload = {}) =>
  new OAuth2Tokens({ access_token: 'access', id_token: await issuer.sign(claimsOf(more)) })

async function profileOf(more: JWTPayload = {}, of = provider()) {
  return of.profile(await tokensOf(more), 'n')
}

const EXCHANGE = { code: 'c', redirectUri: 'https://cms.example/callback', verifier: 'v' }

describe('[A6] any OpenID Connect issuer', () => {
  it('is asked where its configuration says, for which it is asked once an hour', async () => {
    const one = provider()
    expect(await one.endpoints()).toMatchObject({ issuer: issuer.issuer, token: `${issuer.issuer}/token` })
    await one.endpoints()
    expect(issuer.asked).toHaveLength(1)
    time += 3_600_001
    await one.endpoints()
    expect(issuer.asked).toHaveLength(2)
  })

  it.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['that leads to plain http elsewhere', { token_endpoint: 'http://evil.example/token' }],
    ['that leads to no address', { jwks_uri: 'file:///etc/passwd' }],
    ['without an endpoint', { authorization_endpoint: undefined }],
    ['with a user in an address', { userinfo_endpoint: 'https://a:b@evil.example/' }],
  ])('is not believed with a configuration %s', async (_, configuration) => {
    issuer.configuration = configuration
    await expect(provider().endpoints()).rejects.toMatchObject({ name: 'ProviderFault', problem: 'failed' })
  })

  it('takes the secret in the header, or in the form when it wants it there', async () => {
    issuer.tokens = { access_token: 'a', id_token: 'i' }
    await provider().exchange(EXCHANGE)
    const grant = {
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: EXCHANGE.redirectUri,
      code_verifier: 'v',
    }
    expect(Object.fromEntries(issuer.form)).toEqual(grant)
    expect(atob(issuer.authorization?.slice('Basic '.length) ?? '')).toBe('cms:s%3Ae%2Bc%25ret+%C3%BC')
    issuer.configuration = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    await provider().exchange(EXCHANGE)
    const { clientId, clientSecret } = CLIENT
    expect(Object.fromEntries(issuer.form)).toEqual({ ...grant, client_id: clientId, client_secret: clientSecret })
    expect(issuer.authorization).toBeUndefined()
  })

  it('tells who it is in the ID token, or to who asks once more', async () => {
    const told = { email: 'ada@acme.example', email_verified: true, name: 'Ada' }
    const profile = { issuer: issuer.issuer, subject: 'ada', email: 'ada@acme.example', name: 'Ada' }
    expect(await profileOf(told)).toEqual(profile)
    expect(await profileOf({ ...told, email_verified: 'true' })).toEqual(profile)
    expect(await profileOf({ ...told, email_verified: false })).toEqual({ ...profile, email: null })
    issuer.configuration = { userinfo_endpoint: `${issuer.issuer}/userinfo` }
    issuer.userInfo = { sub: 'ada', ...told }
    expect(await profileOf()).toEqual(profile)
    issuer.userInfo = { ...told, sub: 'eve' }
    await expect(profileOf()).rejects.toThrow('about somebody else')
  })

  it('may sign with new keys, for which it is asked now and then', async () => {
    const one = provider()
    await profileOf({}, one)
    await issuer.renewKey()
    await expect(profileOf({}, one)).rejects.toThrow('no applicable key found')
    time += 10_001
    expect((await profileOf({}, one)).subject).toBe('ada')
    expect(issuer.asked.filter((path) => path === '/jwks')).toHaveLength(2)
  })

  it.each([
    ['has run out', { exp: seconds - 61 }],
    ['is of the future', { iat: seconds + 120 }],
    ['does not say when it ends', { exp: undefined }],
    ['does not say when it was given', { iat: undefined }],
    ['names two clients and none of them for it', { aud: ['cms', 'another'] }],
    ['is of another sign-in', { nonce: 'another' }],
    ['is of none', { nonce: undefined }],
    ['is about nobody', { sub: undefined }],
    ['is about somebody no table can keep', { sub: 'a\0b' }],
  ])('is not believed with an ID token that %s', async (_, claims) => {
    await expect(profileOf(claims as JWTPayload)).rejects.toMatchObject({ name: 'ProviderFault', problem: 'failed' })
  })
})

describe('[A6] Google', () => {
  it('answers for e-mail addresses of its own and of the domains it hosts', async () => {
    const one = provider(issuer.config({ kind: 'google' }))
    const emailOf = async (claims: JWTPayload) => (await profileOf({ email_verified: true, ...claims }, one)).email
    expect(await emailOf({ email: 'Ada@Gmail.com' })).toBe('Ada@Gmail.com')
    expect(await emailOf({ email: 'ada@acme.example', hd: 'acme.example' })).toBe('ada@acme.example')
    expect(await emailOf({ email: 'ada@acme.example' })).toBeNull()
    expect(await emailOf({ email: 'ada@gmail.com', email_verified: false })).toBeNull()
  })
})

describe('[A6] Microsoft', () => {
  it('answers for e-mail addresses whose domain the tenant owns', async () => {
    const one = provider(issuer.config({ kind: 'microsoft' }))
    const emailOf = async (claims: JWTPayload) => (await profileOf({ email: 'ada@acme.example', ...claims }, one)).email
    expect(await emailOf({ xms_edov: true })).toBe('ada@acme.example')
    expect(await emailOf({ email_verified: true })).toBeNull()
  })

  it('serves many tenants, each an issuer of its own', async () => {
    await startAt('/organizations/v2.0')
    const named = (tenant: string) => issuer.issuer.replace('organizations', tenant)
    issuer.configuration = { issuer: named('{tenantid}') }
    const one = provider(issuer.config({ kind: 'microsoft' }))
    expect(await one.endpoints()).toMatchObject({ issuer: null })
    const profile = await profileOf({ iss: named(TENANT), tid: TENANT }, one)
    expect(profile).toMatchObject({ issuer: named(TENANT), subject: 'ada' })
    for (const claims of [
      { iss: named('11111111-2222-3333-4444-555555555555'), tid: TENANT },
      { iss: named('x/../evil'), tid: 'x/../evil' },
      { iss: named(TENANT) },
    ]) {
      await expect(profileOf(claims, one)).rejects.toMatchObject({ name: 'ProviderFault', problem: 'failed' })
    }
  })
})

describe('[A6] GitHub', () => {
  /** What its API and its token endpoint answer, by path. */
  let answers: Record<string, readonly [number, unknown]>
  let github: Provider
  const seen: string[] = []

  beforeEach(async () => {
    answers = {
      '/login/oauth/access_token': [200, { access_token: 'gho', token_type: 'bearer', scope: 'user:email' }],
      '/api/v3/user': [200, { id: 583231, login: 'ada', name: null, email: 'shown@acme.example' }],
      '/api/v3/user/emails': [
        200,
        [
          { email: 'old@acme.example', primary: false, verified: true },
          { email: 'ada@acme.example', primary: true, verified: true },
        ],
      ],
    }
    seen.splice(0)
    const server = await startTestServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      const [status, body] = answers[request.url ?? ''] ?? [404, {}]
      response.writeHead(status).end(JSON.stringify(body))
    })
    closing.push(server)
    github = provider(issuer.config({ kind: 'github', issuer: `${server.url}/login/oauth` }))
  })

  const profile = async () => github.profile(await github.exchange(EXCHANGE), 'n')

  it('tells by its API whose a token is', async () => {
    const { issuer: own, ...person } = await profile()
    expect(person).toEqual({ subject: '583231', email: 'ada@acme.example', name: 'ada' })
    expect(own).toBe((await github.endpoints()).issuer)
    const basic = `Basic ${btoa('cms:s%3Ae%2Bc%25ret+%C3%BC')}`
    expect(seen).toEqual([
      `POST /login/oauth/access_token ${basic}`,
      'GET /api/v3/user Bearer gho',
      'GET /api/v3/user/emails Bearer gho',
    ])
  })

  it('counts an e-mail address that is verified and the first one', async () => {
    answers['/api/v3/user/emails'] = [200, [{ email: 'ada@acme.example', primary: true, verified: false }]]
    expect((await profile()).email).toBeNull()
    answers['/api/v3/user/emails'] = [403, { message: 'Resource not accessible' }]
    expect((await profile()).email).toBeNull()
  })

  it.each([
    ['an error with the status 200', '/login/oauth/access_token', [200, { error: 'bad_verification_code' }], 'failed'],
    ['no token', '/login/oauth/access_token', [200, {}], 'failed'],
    ['a token that is none', '/login/oauth/access_token', [200, { access_token: 7 }], 'failed'],
    ['nobody', '/api/v3/user', [200, { login: 'ada' }], 'failed'],
    ['no such token', '/api/v3/user', [401, { message: 'Bad credentials' }], 'failed'],
    ['that it is out of order', '/api/v3/user', [502, {}], 'unavailable'],
    ['a redirect', '/login/oauth/access_token', [302, {}], 'failed'],
  ] as const)('is not believed when it answers %s', async (_, path, answer, problem) => {
    answers[path] = answer
    await expect(profile()).rejects.toMatchObject({ name: 'ProviderFault', problem })
  })
})
