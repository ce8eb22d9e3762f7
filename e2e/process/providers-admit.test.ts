import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor } from '../harness/cookie-jar.ts'
import { word } from '../http/client.ts'
import { type ProviderSite, problemOf, START_MS, startProviderSite } from './provider-site.ts'

const RULES = {
  SIGN_IN_LINK_BY_EMAIL: 'true',
  SIGN_IN_CREATE_USERS: 'Guests',
  SIGN_IN_CREATE_DOMAINS: 'acme.example',
}

let site: ProviderSite

beforeAll(async () => {
  site = await startProviderSite(RULES)
}, START_MS)
afterAll(() => site?.stop())

describe('[A6] where the configuration allows it', () => {
  it('[X38] links the user who has the same e-mail address, when it is verified', async () => {
    const user = await site.newUser()
    const login = word()
    site.provider.people.set(login, { email: user.email.toUpperCase(), email_verified: false })
    expect(problemOf(await site.through(newVisitor(), login))).toBe('unlinked')
    site.provider.people.set(login, { email: user.email.toUpperCase(), email_verified: true })
    const visitor = newVisitor()
    expect(await site.through(visitor, login)).toBe('/p/films?page=2')
    expect(await site.whoIs(visitor)).toBe(user.username)
    // the address changes hands: it is the account that counts
    const later = word()
    site.provider.people.set(later, { email: user.email, email_verified: true })
    expect(problemOf(await site.through(newVisitor(), later))).toBe('unlinked')
    site.provider.people.set(login, {})
    await site.through(visitor, login)
    expect(await site.whoIs(visitor)).toBe(user.username)
  })

  it('[X38] makes users of a group, of the domains it names only', async () => {
    const login = word()
    const email = `${login}@acme.example`
    site.provider.people.set(login, { email, email_verified: true, name: 'Ada New' })
    expect(problemOf(await site.through(newVisitor(), login))).toBe('failed')
    expect(
      (await site.administrator.post(`${site.server.url}/api/v1/groups`, { groups: [{ name: 'Guests' }] })).status,
    ).toBe(201)
    const visitor = newVisitor()
    expect(await site.through(visitor, login)).toBe('/p/films?page=2')
    const me = await (await visitor.get(`${site.server.url}/user/me`)).json()
    expect(me).toMatchObject({ username: email, email, name: 'Ada New', groups: [{ name: 'Guests' }] })
    expect(me).toMatchObject({ isAdministrator: false })
    await site.through(visitor, login)
    expect(await site.whoIs(visitor)).toBe(email)
    const other = word()
    site.provider.people.set(other, { email: `${other}@elsewhere.example`, email_verified: true })
    expect(problemOf(await site.through(newVisitor(), other))).toBe('unlinked')
  })
})
