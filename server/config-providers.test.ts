import { describe, expect, it } from 'vitest'
import { providersConfig } from './config-providers.ts'

const ACME = { key: 'acme', name: 'Acme', issuer: 'https://id.acme.example', clientId: 'cms', clientSecret: 'secret' }
const listOf = (...entries: readonly unknown[]) => ({ SIGN_IN_PROVIDERS: JSON.stringify(entries) })
const GOOGLE = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' }
const MICROSOFT = { MICROSOFT_CLIENT_ID: 'm', MICROSOFT_CLIENT_SECRET: 's' }
const GITHUB = { GITHUB_CLIENT_ID: 'h', GITHUB_CLIENT_SECRET: 's' }
const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490'

describe('[A6] the configuration of outside providers', () => {
  it('has none unless they are given', () => {
    expect(providersConfig({})).toEqual({ providers: [], linkByEmail: false, create: null })
  })

  it('knows Google, Microsoft and GitHub by their variables', () => {
    const { providers } = providersConfig({ ...GOOGLE, ...MICROSOFT, ...GITHUB })
    expect(providers.map(({ key, kind, name, issuer }) => [key, kind, name, issuer])).toEqual([
      ['google', 'google', 'Google', 'https://accounts.google.com'],
      ['microsoft', 'microsoft', 'Microsoft', 'https://login.microsoftonline.com/organizations/v2.0'],
      ['github', 'github', 'GitHub', 'https://github.com/login/oauth'],
    ])
    const issuers = providersConfig({
      ...MICROSOFT,
      ...GITHUB,
      MICROSOFT_TENANT: TENANT,
      GITHUB_URL: 'https://git.acme.example/',
    })
    expect(issuers.providers.map(({ issuer }) => issuer)).toEqual([
      `https://login.microsoftonline.com/${TENANT}/v2.0`,
      'https://git.acme.example/login/oauth',
    ])
  })

  it('knows any other issuer by its address', () => {
    expect(providersConfig(listOf(ACME)).providers).toEqual([{ ...ACME, kind: 'openid', scopes: null }])
    const scopes = ['openid', 'email']
    expect(providersConfig(listOf({ ...ACME, scopes })).providers[0]?.scopes).toEqual(scopes)
    const local = { ...ACME, issuer: 'http://127.0.0.1:9000/realms/acme' }
    expect(providersConfig(listOf(local)).providers[0]?.issuer).toBe(local.issuer)
  })

  it('says who becomes a user', () => {
    const given = { SIGN_IN_CREATE_USERS: 'Editors', SIGN_IN_CREATE_DOMAINS: 'Acme.example, acme.org' }
    expect(providersConfig(given).create).toEqual({ group: 'Editors', domains: ['acme.example', 'acme.org'] })
    expect(providersConfig({ SIGN_IN_LINK_BY_EMAIL: 'true' }).linkByEmail).toBe(true)
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'g' }, 'GOOGLE_CLIENT_SECRET: must be given when GOOGLE_CLIENT_ID is given'],
    [{ GITHUB_CLIENT_SECRET: 's' }, 'GITHUB_CLIENT_ID: must be given when GITHUB_CLIENT_SECRET is given'],
    [{ MICROSOFT_TENANT: 'acme.example' }, 'MICROSOFT_TENANT: expected the id of a tenant'],
    [{ GITHUB_URL: 'http://git.acme.example' }, 'GITHUB_URL: expected an URL of https'],
    [{ SIGN_IN_PROVIDERS: 'acme' }, 'SIGN_IN_PROVIDERS: expected a list as JSON'],
    [{ SIGN_IN_PROVIDERS: '{}' }, 'SIGN_IN_PROVIDERS: expected a list as JSON'],
    [listOf(7), 'SIGN_IN_PROVIDERS: entry 1: expected an object'],
    [listOf(ACME, { ...ACME, key: 'Beta!' }), 'SIGN_IN_PROVIDERS: entry 2: key: expected small letters'],
    [listOf({ ...ACME, secret: 'x' }), 'SIGN_IN_PROVIDERS: entry 1: no such member: secret'],
    [listOf({ ...ACME, clientSecret: '' }), 'SIGN_IN_PROVIDERS: entry 1: clientSecret: expected a text'],
    [
      listOf({ ...ACME, issuer: 'http://id.acme.example' }),
      'SIGN_IN_PROVIDERS: entry 1: issuer: expected an URL of https',
    ],
    [listOf({ ...ACME, issuer: 'https://a:b@id.acme.example' }), 'SIGN_IN_PROVIDERS: entry 1: issuer: expected an URL'],
    [listOf({ ...ACME, scopes: ['email'] }), 'SIGN_IN_PROVIDERS: entry 1: scopes: expected a list of texts, "openid"'],
    [listOf(ACME, ACME), 'SIGN_IN_PROVIDERS: the key acme stands for two providers'],
    [
      { ...GOOGLE, ...listOf({ ...ACME, key: 'google' }) },
      'SIGN_IN_PROVIDERS: the key google stands for two providers',
    ],
    [{ SIGN_IN_CREATE_USERS: 'Editors' }, 'SIGN_IN_CREATE_DOMAINS: must be given when SIGN_IN_CREATE_USERS is given'],
    [{ SIGN_IN_CREATE_DOMAINS: 'nothing' }, 'SIGN_IN_CREATE_DOMAINS: expected domains'],
    [{ SIGN_IN_LINK_BY_EMAIL: 'yes' }, 'SIGN_IN_LINK_BY_EMAIL: expected true or false'],
  ])('refuses %j', (env, message) => {
    expect(() => providersConfig(env)).toThrow(message)
  })
})
