import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor } from '../harness/cookie-jar.ts'
import { OPENID_CLIENT } from '../harness/openid-provider.ts'
import { word } from '../http/client.ts'
import { type Person, type ProviderSite, problemOf, START_MS, startProviderSite } from './provider-site.ts'
import { throughProvider } from './provider-visit.ts'

let site: ProviderSite

beforeAll(async () => {
  site = await startProviderSite()
}, START_MS)
afterAll(() => site?.stop())
afterEach(() => {
  site.provider.tamper = null
  site.provider.hangs = false
})

describe('[A6] what is not as it should be leads to the sign-in page, which tells', () => {
  let user: Person
  beforeAll(async () => {
    user = (await site.linkedUser()).user
  })

  it('[X38.b] a state of another sign-in, and of another browser', async () => {
    const visitor = newVisitor()
    const back = new URL(await throughProvider(visitor, site.startOf(), user.username))
    expect(problemOf(await site.endOf(newVisitor(), back.href))).toBe('expired')
    const wrong = new URL(back)
    wrong.searchParams.set('state', `${back.searchParams.get('state')?.slice(0, -1)}_`)
    expect(problemOf(await site.endOf(visitor.copy(), wrong.href))).toBe('expired')
    for (const name of ['state', 'code']) {
      const without = new URL(back)
      without.searchParams.delete(name)
      expect(problemOf(await site.endOf(visitor.copy(), without.href))).toBe(name === 'state' ? 'expired' : 'failed')
    }
    expect(await site.whoIs(visitor)).toBe(401)
  })

  it('[X38.b] an answer that comes twice', async () => {
    const visitor = newVisitor()
    const back = await throughProvider(visitor, site.startOf(), user.username)
    const thief = visitor.copy()
    expect(await site.endOf(visitor, back)).toBe('/p/films?page=2')
    expect(problemOf(await site.endOf(visitor, back))).toBe('expired')
    expect(problemOf(await site.endOf(thief, back))).toBe('expired')
    expect(await site.whoIs(thief)).toBe(401)
  })

  it('an answer of another issuer, or of nobody', async () => {
    for (const iss of ['https://evil.example', null]) {
      const visitor = newVisitor()
      const back = new URL(await throughProvider(visitor, site.startOf(), user.username))
      expect(back.searchParams.get('iss')).toBe(site.provider.issuer)
      if (iss === null) back.searchParams.delete('iss')
      else back.searchParams.set('iss', iss)
      expect(problemOf(await site.endOf(visitor, back.href))).toBe('failed')
      expect(await site.whoIs(visitor)).toBe(401)
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
    site.provider.tamper = (idToken) => site.provider.resigned(idToken, change, own)
    expect(problemOf(await site.through(visitor, user.username))).toBe('failed')
    expect(await site.whoIs(visitor)).toBe(401)
    site.provider.tamper = (idToken) => site.provider.resigned(idToken, {})
    await site.through(visitor, user.username)
    expect(await site.whoIs(visitor)).toBe(user.username)
  })

  it('an ID token that is not signed', async () => {
    site.provider.tamper = async (idToken) => `${btoa('{"alg":"none"}').replaceAll('=', '')}.${idToken.split('.')[1]}.`
    expect(problemOf(await site.through(newVisitor(), user.username))).toBe('failed')
    site.provider.tamper = async () => 'no token'
    expect(problemOf(await site.through(newVisitor(), user.username))).toBe('failed')
  })

  it('a provider that is down, slow, or not there', async () => {
    expect(problemOf(await site.endOf(newVisitor(), site.startOf('/', 'down')))).toBe('unavailable')
    expect(problemOf(await site.endOf(newVisitor(), site.startOf('/', 'none')))).toBe('unknown')
    site.provider.hangs = true
    expect(problemOf(await site.through(newVisitor(), word()))).toBe('unavailable')
  })

  it('and the log knows why, yet nothing that is secret', async () => {
    const visitor = newVisitor()
    const back = new URL(await throughProvider(visitor, site.startOf(), user.username))
    back.searchParams.set('iss', 'https://evil.example')
    await site.endOf(visitor, back.href)
    await expect.poll(() => site.server.output()).toContain('the answer is of another issuer')
    for (const secret of [back.searchParams.get('code'), back.searchParams.get('state'), OPENID_CLIENT.clientSecret]) {
      expect(site.server.output()).not.toContain(secret)
    }
    expect(site.server.output()).not.toMatch(/"status":500/)
  })
})
