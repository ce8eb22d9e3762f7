import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { entityOf, errorOf, type System, systemOf } from './test-system.ts'

const SECRET = 'a long enough one'
let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

const newClient = async (more: object): Promise<Entity> =>
  entityOf(await system.add('oauth_clients', { name: 'A client', ...more }), 'oauth_clients')

it('[M1.a] [A1.a] a client has redirect addresses, scopes and whether it is our own', async () => {
  const uris = 'https://app.example/cb\nhttp://127.0.0.1:8080/cb\ncom.example.app:/cb'
  const members = { client_id: 'app', client_type: '2', redirect_uris: uris, is_first_party: true, scopes: ['read'] }
  expect(await newClient(members)).toMatchObject(members)
})

it('[X56.e] [M1.a] [A1] a client that becomes a public one gives up its secret for good', async () => {
  const { _id: id } = await newClient({ client_id: 'turned', client_type: '1', secret: SECRET })
  const secret = async (): Promise<unknown> => {
    const clients = service.context.database.kysely.selectFrom('oauth_clients').select('secret_hash')
    return (await clients.where('id', '=', id).executeTakeFirstOrThrow()).secret_hash
  }
  expect(await secret()).not.toBeNull()
  expect(await system.change('oauth_clients', id, { client_type: '2' })).toMatchObject({ status: 200 })
  expect(await secret()).toBeNull()
  expect(errorOf(await system.change('oauth_clients', id, { client_type: '3' }))).toMatchObject({ status: '422' })
})

it.each(['two\nlines', 'émile', 'tab\t'])('[M1.a] the client id %j is refused', async (id) => {
  const answer = await system.add('oauth_clients', { name: 'A', client_id: id, client_type: '2' })
  expect(errorOf(answer)).toMatchObject({ status: '422', source: { pointer: '/oauth_clients/0/client_id' } })
})

it.each([
  ['no address', 'callback', 'an absolute URI (line 1)'],
  ['plain http', 'https://a.example/cb\nhttp://a.example/cb', 'https, or http on this machine (127.0.0.1) (line 2)'],
  ['a fragment', 'https://a.example/cb#x', 'an address without a fragment (line 1)'],
  ['a user name', 'https://a@b.example/cb', 'an address without a user name (line 1)'],
  ['a script', 'javascript:alert(1)', 'https, or a scheme such as com.example.app (line 1)'],
  ['a scheme without a dot', 'myapp:/cb', 'https, or a scheme such as com.example.app (line 1)'],
  ['a star', 'https://*.example/cb\nhttps://ä.example/', 'an absolute URI (line 2)'],
])('[A1.a] a redirect address that is %s is refused', async (_, uris, expected) => {
  const answer = await system.add('oauth_clients', { name: 'A', client_id: 'bad', redirect_uris: uris })
  expect(errorOf(answer)).toMatchObject({
    status: '422',
    detail: `Redirect addresses: expected ${expected}`,
    source: { pointer: '/oauth_clients/0/redirect_uris' },
  })
})

it('[A1.d] a public application keeps no secret', async () => {
  const given = { name: 'A', client_id: 'public', client_type: '2', secret: SECRET }
  expect(errorOf(await system.add('oauth_clients', given))).toMatchObject({
    status: '422',
    source: { pointer: '/oauth_clients/0/secret' },
  })
  const { _id } = await newClient({ client_id: 'public', client_type: '2' })
  expect(errorOf(await system.change('oauth_clients', _id, { secret: SECRET }))).toMatchObject({ status: '422' })
  expect(await system.change('oauth_clients', _id, { client_type: '1', secret: SECRET })).toMatchObject({ status: 200 })
})

it('[A1.c] a change of what a client is ends the tokens it has, and another one does not', async () => {
  const { _id } = await newClient({ client_id: 'ended', client_type: '1', secret: SECRET })
  const { kysely } = service.context.database
  const user = entityOf(await system.add('users', { username: 'u', name: 'U', password: SECRET }), 'users')._id
  const isGood = async (change: object): Promise<boolean> => {
    const { access } = await service.context.auth.tokens.issue({ userId: user, clientId: 'ended' })
    expect(await system.change('oauth_clients', _id, change)).toMatchObject({ status: 200 })
    const good = (await service.context.auth.callers.resolve(access)) !== null
    await kysely.deleteFrom('auth_tokens').where('client_id', '=', 'ended').execute()
    return good
  }
  expect(await isGood({ name: 'Renamed' })).toBe(true)
  expect(await isGood({ redirect_uris: 'https://app.example/cb' })).toBe(true)
  expect(await isGood({ client_id: 'ended', client_type: '1', scopes: null, secret: '********' })).toBe(true)
  expect(await isGood({ scopes: ['read'] })).toBe(false)
  expect(await isGood({ client_id: 'ended', client_type: '1', scopes: ['read'] })).toBe(true)
  expect(await isGood({ secret: `${SECRET}!` })).toBe(false)
})
