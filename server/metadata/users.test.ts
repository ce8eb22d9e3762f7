import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SECRET_PLACEHOLDER } from '../../shared/envelope.ts'
import { verifyPassword } from '../auth/password.ts'
import { readRights } from '../auth/rights.ts'
import type { MediaTypeRights, Rights } from '../catalog/rights.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { entityOf, errorOf, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

let made = 0
const PASSWORD = 'a long enough one'

async function newUser(more: object = {}): Promise<number> {
  const username = `user${++made}`
  return entityOf(await system.add('users', { username, name: username, password: PASSWORD, ...more }), 'users')._id
}

const row = (id: number) =>
  service.context.database.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const all: MediaTypeRights = { read: true, write: true, delete: true }
/** A caller who may do everything with these media types and is no administrator. */
const manager: Rights = {
  unrestricted: false,
  mediaTypes: new Map(
    ['users', 'groups', 'permissions', 'oauth_clients', 'adm_mediatypes', 'adm_fields'].map((name) => [name, all]),
  ),
  sources: null,
  signature: 'manager',
}

describe('passwords', () => {
  it('[M1.a] [A2] are hashed, never shown, and stay when the placeholder comes back', async () => {
    const id = await newUser()
    const user = (await system.find('users', { username: `user${made}` })) as { password?: unknown; _id: number }
    expect(user.password).toBe(SECRET_PLACEHOLDER)
    const { password_hash: hash } = await row(id)
    expect(hash).toMatch(/^scrypt\$/)
    expect(await verifyPassword(PASSWORD, hash)).toBe(true)
    await system.change('users', id, { name: 'Other', password: SECRET_PLACEHOLDER })
    expect(await row(id)).toMatchObject({ name: 'Other', password_hash: hash })
    await system.change('users', id, { password: 'another long one' })
    expect(await verifyPassword('another long one', (await row(id)).password_hash)).toBe(true)
  })

  it('[M1.a] [X31] cannot be short, empty or left out', async () => {
    for (const [password, told] of [
      ['short', 'at least 8 characters'],
      ['', 'required'],
      [null, 'required'],
      [undefined, 'required'],
      ['x'.repeat(1025), 'at most 1024 characters'],
    ] as const) {
      const answer = await system.add('users', { username: 'nobody', name: 'N', password })
      expect(errorOf(answer)).toMatchObject({
        status: '422',
        source: { pointer: '/users/0/password' },
        detail: expect.stringContaining(told),
      })
    }
  })

  it('[M1.a] a new one, and being disabled, ends sessions and tokens', async () => {
    const tokens = async (id: number) => {
      const found = service.context.database.kysely.selectFrom('auth_tokens').select('kind').where('user_id', '=', id)
      return (await found.execute()).length
    }
    const { tokens: issuer } = service.context.auth
    for (const change of [{ password: 'another long one' }, { is_disabled: true }]) {
      const id = await newUser()
      await issuer.issue({ userId: id, clientId: null })
      await system.change('users', id, { name: 'Other' })
      expect(await tokens(id)).toBe(2)
      await system.change('users', id, change)
      expect(await tokens(id)).toBe(0)
    }
  })
})

describe('administrators', () => {
  it('[M1.a] the last one cannot be removed, demoted or disabled', async () => {
    const { _id: first } = await system.find('users', { username: 'admin' })
    for (const answer of [
      await system.change('users', first, { is_administrator: false }),
      await system.change('users', first, { is_disabled: true }),
      await system.remove('users', first),
    ])
      expect(errorOf(answer)).toMatchObject({
        status: '422',
        detail: expect.stringContaining('somebody must administer'),
      })
    const second = await newUser({ is_administrator: true })
    expect(await system.change('users', first, { is_administrator: false })).toMatchObject({ status: 200 })
    expect(errorOf(await system.remove('users', second))).toMatchObject({ status: '422' })
    await system.change('users', first, { is_administrator: true })
    expect(await system.remove('users', second)).toMatchObject({ status: 204 })
  })

  it('[M1.a] are made and changed by administrators alone, and so are rights', async () => {
    const { _id: admin } = await system.find('users', { username: 'admin' })
    const group = entityOf(await system.add('groups', { name: 'powerful' }), 'groups')._id
    const user = await newUser()
    const own = { username: 'own', name: 'Own', password: PASSWORD }
    const refused = [
      await system.add('users', { ...own, is_administrator: true }, manager),
      await system.add('users', { ...own, _links: { groups: [group] } }, manager),
      await system.change('users', user, { is_administrator: true }, '', manager),
      await system.change('users', admin, { name: 'Mine' }, '', { ...manager, viewer: admin }),
      await system.change('users', admin, { password: PASSWORD }, '', { ...manager, viewer: admin }),
      await system.remove('users', admin, '', { ...manager, viewer: admin }),
      await system.change('users', user, { _links: { groups: { operation: 'Add', values: [group] } } }, '', manager),
      await system.change('groups', group, { _links: { 'users[group_id]': [user] } }, '', manager),
      await system.add(
        'permissions',
        { owner_type: '1', owner_id: user, object_type: '2', key: 'films', can_read: true },
        manager,
      ),
      await system.add('oauth_clients', { client_id: 'c', name: 'C', client_type: '3', secret: PASSWORD }, manager),
    ]
    for (const answer of refused) expect(errorOf(answer)).toMatchObject({ status: '403', code: 'FORBIDDEN' })
    for (const answer of [
      await system.change('users', admin, { name: 'Mine' }, '', manager),
      await system.remove('users', admin, '', manager),
    ])
      expect(errorOf(answer)).toMatchObject({ status: '404', code: 'NOT_FOUND' })
    expect(await system.add('users', { ...own, is_administrator: false }, manager)).toMatchObject({ status: 201 })
    expect(await system.change('users', user, { name: 'Changed', is_disabled: true }, '', manager)).toMatchObject({
      status: 200,
    })
    expect(await system.add('groups', { name: 'weak' }, manager)).toMatchObject({ status: 201 })
  })

  it('[M1.a] a user without the right sees and writes none of it', async () => {
    const nobody: Rights = { ...manager, mediaTypes: new Map(), signature: 'nobody' }
    for (const type of ['users', 'groups', 'permissions', 'oauth_clients', 'adm_mediatypes', 'adm_pages']) {
      expect((await service.get(`/${type}`, nobody)).body[type] ?? []).toEqual([])
      expect(errorOf(await system.add(type, {}, nobody)).status).toMatch(/^40[34]$/)
    }
  })
})

describe('names', () => {
  it('[M1.a] of users and their addresses are taken whatever the case', async () => {
    const id = await newUser({ email: `Some.One${made}@example.org` })
    const { username, email } = await row(id)
    const other = { name: 'N', password: PASSWORD }
    for (const [member, element] of [
      ['username', { ...other, username: username.toUpperCase() }],
      ['email', { ...other, username: 'fresh', email: email?.toLowerCase() }],
    ] as const) {
      expect(errorOf(await system.add('users', element))).toMatchObject({
        status: '409',
        code: 'UNIQUE',
        source: { pointer: `/users/0/${member}` },
      })
    }
    expect(await system.change('users', id, { username: username.toUpperCase() })).toMatchObject({ status: 200 })
  })

  it('[M1.a] of texts are taken once in a language, and the dictionary tells them at once', async () => {
    const text = { language: 'de', key: 'GREETING', text: 'Moin' }
    expect(await system.add('adm_dictionary', text)).toMatchObject({ status: 201 })
    expect(service.context.dictionaries.current().texts('de').byKey.get('GREETING')).toBe('Moin')
    expect(errorOf(await system.add('adm_dictionary', text))).toMatchObject({ code: 'UNIQUE' })
    expect(await system.add('adm_dictionary', { ...text, language: 'fr' })).toMatchObject({ status: 201 })
  })
})

describe('permissions', () => {
  it('[M1.a] [P5] are given to who is there on what is there, and hold from the next request on', async () => {
    const group = entityOf(await system.add('groups', { name: 'readers' }), 'groups')._id
    const user = await newUser({ _links: { groups: [group] } })
    const given = { owner_type: '2', owner_id: group, object_type: '2', key: 'films', can_read: true }
    const id = entityOf(await system.add('permissions', given), 'permissions')._id
    const rights = await readRights(service.context.database, user)
    expect(rights.mediaTypes.get('films')).toEqual({ read: true, write: false, delete: false })
    for (const [member, element] of [
      ['owner_id', { ...given, owner_id: 999_999 }],
      ['key', { ...given, key: 'nothing' }],
      ['key', { ...given, key: null }],
      ['object_id', { ...given, object_type: '1', object_id: 999_999 }],
      ['owner_type', { ...given, owner_type: '9' }],
    ] as const) {
      expect(errorOf(await system.add('permissions', element))).toMatchObject({
        status: '422',
        source: { pointer: `/permissions/0/${member}` },
      })
    }
    expect(errorOf(await system.change('permissions', id, { owner_type: '1', owner_id: 999_999 }))).toMatchObject({
      status: '422',
    })
    await system.remove('groups', group)
    expect((await service.get(`/permissions?owner_id=${group}&owner_type=2`)).body.permissions).toEqual([])
    expect((await readRights(service.context.database, user)).mediaTypes.size).toBe(0)
  })

  it('[M1.a] on a source go with it', async () => {
    const source = entityOf(await system.add('sources', { name: 'passing' }), 'sources')._id
    const user = await newUser()
    const given = { owner_type: '1', owner_id: user, object_type: '1', object_id: source, can_read: true }
    expect(await system.add('permissions', given)).toMatchObject({ status: 201 })
    await system.remove('sources', source)
    expect((await service.get(`/permissions?object_id=${source}`)).body.permissions).toEqual([])
  })
})

describe('clients', () => {
  it('[M1.a] keep the hash of their secret; a service cannot be without one', async () => {
    const client = { client_id: 'importer', name: 'Importer', client_type: '3' }
    expect(errorOf(await system.add('oauth_clients', client))).toMatchObject({
      status: '422',
      source: { pointer: '/oauth_clients/0/secret' },
    })
    const made = entityOf(await system.add('oauth_clients', { ...client, secret: PASSWORD }), 'oauth_clients')
    expect(made).toMatchObject({ secret: SECRET_PLACEHOLDER, client_type: '3' })
    const read = service.context.database.kysely.selectFrom('oauth_clients').selectAll().where('id', '=', made._id)
    expect(await verifyPassword(PASSWORD, (await read.executeTakeFirstOrThrow()).secret_hash)).toBe(true)
    expect(errorOf(await system.change('oauth_clients', made._id, { secret: null }))).toMatchObject({ status: '422' })
    expect(await system.change('oauth_clients', made._id, { client_id: 'renamed' })).toMatchObject({ status: 200 })
    const web = await system.add('oauth_clients', { client_id: 'site', name: 'Site', client_type: '1' })
    expect(
      errorOf(await system.change('oauth_clients', entityOf(web, 'oauth_clients')._id, { client_type: '3' })),
    ).toMatchObject({ status: '422' })
  })
})

describe('a permission', () => {
  it('[X56.f] [M1.a] [ERR:UNIQUE] is given once: of two the one that is left would go on permitting', async () => {
    const owner = { owner_type: '1', owner_id: await newUser(), object_type: '2' }
    const items = ['films', 'makers'].map((key) => ({ ...owner, key, can_read: true }))
    const [films] = items as [object, object]
    expect(errorOf(await system.add('permissions', { ...films, object_type: 'x' })).status).toBe('422')
    const id = entityOf(await system.add('permissions', films), 'permissions')._id
    expect(errorOf(await system.add('permissions', films))).toMatchObject({
      code: 'UNIQUE',
      source: { pointer: '/permissions/0' },
      meta: { mediaType: 'permissions', ids: [id] },
    })
    const both = await service.send('POST', '/permissions', { permissions: [items[1], items[1]] })
    expect([both.status, errorOf(both).code]).toEqual([409, 'UNIQUE'])
    const other = entityOf(await system.add('permissions', items[1] as object), 'permissions')._id
    expect(errorOf(await system.change('permissions', other, { key: 'films' })).code).toBe('UNIQUE')
    expect((await system.change('permissions', other, { can_write: true })).status).toBe(200)
  })
})
