import { serve } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorObject } from '../../../shared/envelope.ts'
import type { HeldItem } from '../../auth/permission-items.ts'
import { readItems } from '../../auth/permission-items.ts'
import { addClient, addUser } from '../../auth/test-service.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../../query/test-service.ts'
import { keptLog } from '../history/test-history.ts'
import { type Send, transport } from '../transport.ts'
import { unrestrictedDataApi } from '../unrestricted-data-api.ts'
import { permissionApp } from './app.ts'
import { permissionClient } from './client.ts'
import { inventoryOf } from './inventory.ts'

let service: TestService
let send: Readonly<Record<string, Send>>
let server: ReturnType<typeof serve>
const { log, lines } = keptLog()
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  const { database, catalogs, dataApi } = service.context
  const inventory = () => inventoryOf(catalogs.current())
  const app = permissionApp({ database, dataApi: unrestrictedDataApi(dataApi, log), inventory, log })
  await new Promise<void>((ready) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      send = { 'in this process': transport(app.fetch), 'over HTTP': transport(fetch, `http://127.0.0.1:${port}`) }
      ready()
    })
  })
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await service.close()
})
afterEach(() => expect(lines).toEqual([]))

let made = 0

describe.each(['in this process', 'over HTTP'])('[G1.e] the permission service %s', (way) => {
  async function ask(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const headers = { 'content-type': 'application/json', ...more }
    const request = new Request(`http://permission.test/permission/v1${path}`, { method, headers, ...sent })
    const response = await (send[way] as Send)(request)
    const answered = JSON.parse(await response.text()) as
      | readonly HeldItem[]
      | { readonly errors: readonly ErrorObject[] }
    return {
      status: response.status,
      headers: response.headers,
      items: 'errors' in answered ? [] : answered,
      faults:
        'errors' in answered ? answered.errors.map(({ code, source }) => `${code} ${JSON.stringify(source)}`) : [],
    }
  }
  const items = async (path: string) => (await ask('GET', `/authorization/${path}`)).items
  const save = (ownerType: number, ownerId: number | string, permissions: readonly object[]) =>
    ask('POST', '/authorization', { ownerType, ownerId, permissions })

  /** A user in a group, and a client, all of them new. */
  async function people() {
    made += 1
    const { database } = service.context
    const user = await addUser(database, `user ${made}`)
    const values = { name: `group ${made}` }
    const { id } = await database.kysely.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('user_groups')
      .values({ user_id: user, group_id: Number(id) })
      .execute()
    await addClient(database, `web ${made}`, { type: 1 })
    await addClient(database, `robot ${made}`, { type: 3 })
    return { user, group: Number(id), web: `web ${made}`, robot: `robot ${made}` }
  }
  const typeId = async (name: string): Promise<number> => {
    const text = 'select id::text from adm_mediatypes where name = $1'
    const [row] = await service.context.database.read({ text, values: [name] })
    return Number(row?.[0])
  }
  const on = (key: string, ...rights: string[]) => ({ objectType: 2, key, ...flags(rights) })
  const onSource = (objectId: number, ...rights: string[]) => ({ objectType: 1, objectId, ...flags(rights) })
  const flags = (rights: readonly string[]) =>
    Object.fromEntries(['canRead', 'canWrite', 'canDelete'].map((name) => [name, rights.includes(name)]))

  it('[SVC:permission-save] [SVC:permission-owner] [PERM:objectId] [PERM:objectType] [PERM:key] [PERM:canRead] [PERM:canWrite] [PERM:canDelete] [PERM:isInherited] [PERM:ownerType] keeps a user’s items and tells of them with those inherited', async () => {
    const { user, group } = await people()
    const films = await typeId('films')
    const saved = await save(1, user, [
      on('films', 'canRead', 'canWrite'),
      onSource(1, 'canRead'),
      { objectType: 3, key: 'beta', canRead: true },
    ])
    expect([saved.status, saved.faults]).toEqual([200, []])
    expect((await save(2, group, [on('films', 'canDelete'), onSource(3, 'canWrite')])).status).toBe(200)
    const own = { ownerType: 1, isInherited: false }
    const fromGroup = { ownerType: 2, isInherited: true }
    const read = { canRead: true, canWrite: false, canDelete: false }
    const write = { canRead: false, canWrite: true, canDelete: false }
    expect(await items(`${user}/user`)).toEqual([
      { ...own, objectType: 1, objectId: 1, key: null, ...read },
      // source 2 is below source 1
      { ...own, objectType: 1, objectId: 2, key: null, ...read, isInherited: true },
      { ...fromGroup, objectType: 1, objectId: 3, key: null, ...write },
      { ...own, objectType: 2, objectId: films, key: 'films', canRead: true, canWrite: true, canDelete: false },
      { ...fromGroup, objectType: 2, objectId: films, key: 'films', canRead: false, canWrite: false, canDelete: true },
      { ...own, objectType: 3, objectId: null, key: 'beta', ...read },
    ])
    expect(await items(`${user}/1`)).toEqual(await items(`${user}/user`))
    expect(await items(`${group}/group`)).toEqual([
      { ownerType: 2, isInherited: false, objectType: 1, objectId: 3, key: null, ...write },
      {
        ownerType: 2,
        isInherited: false,
        objectType: 2,
        objectId: films,
        key: 'films',
        canRead: false,
        canWrite: false,
        canDelete: true,
      },
    ])
  })

  it('[SVC:permission-save] makes the owner’s own items those given: what was read can be sent back', async () => {
    const { user, group } = await people()
    await save(2, group, [on('tags', 'canRead')])
    await save(1, user, [on('films', 'canRead'), on('makers', 'canRead'), onSource(1, 'canRead')])
    const before = await items(`${user}/user`)
    expect((await save(1, user, before)).items).toEqual(before)
    const after = (await save(1, user, [on('films', 'canRead', 'canDelete')])).items
    expect(after.map(({ key, canDelete, ownerType }) => [key, canDelete, ownerType])).toEqual([
      ['films', true, 1],
      ['tags', false, 2],
    ])
    expect((await save(1, user, [])).items).toHaveLength(1)
    expect(await items(`${group}/group`)).toHaveLength(1)
  })

  it('[X42] [SVC:permission-save] [ERR:ETAG_MISMATCH] saves over nothing that was changed since it was read, if the tag is sent back', async () => {
    const { user, group } = await people()
    const first = await ask('GET', `/authorization/${user}/user`)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{16,}"$/)
    const body = (...permissions: object[]) => ({ ownerType: 1, ownerId: user, permissions })
    const save1 = await ask('POST', '/authorization', body(on('films', 'canRead')), { 'if-match': tag })
    expect([save1.status, save1.headers.get('etag') === tag]).toEqual([200, false])
    const late = await ask('POST', '/authorization', body(on('tags', 'canRead')), { 'if-match': tag })
    expect([late.status, late.faults]).toEqual([412, ['ETAG_MISMATCH {"header":"If-Match"}']])
    expect((await items(`${user}/user`)).map(({ key }) => key)).toEqual(['films'])
    // what the user has from elsewhere is not what is saved
    await save(2, group, [on('makers', 'canRead')])
    const now = await ask('GET', `/authorization/${user}/user`)
    expect(now.headers.get('etag')).toBe(save1.headers.get('etag'))
    for (const any of ['*', now.headers.get('etag') ?? ''])
      expect((await ask('POST', '/authorization', body(on('tags', 'canRead')), { 'if-match': any })).status).toBe(
        any === '*' ? 200 : 412,
      )
    const client = permissionClient(send[way] as Send)
    const own = await client.own('user', user)
    expect(own?.items.map(({ key }) => key)).toEqual(['tags'])
    expect(own?.etag).toBe((await ask('GET', `/authorization/${user}/user`)).headers.get('etag'))
    expect(await client.own('user', 999_999)).toBeNull()
  })

  it('[SVC:permission-oauth-client] [SVC:permission-api-client] [AUTH25] tells what is left of a user’s items through a client', async () => {
    const { user, web, robot } = await people()
    await save(1, user, [on('films', 'canRead', 'canWrite'), on('tags', 'canRead'), onSource(1, 'canRead')])
    for (const [kind, client] of [
      ['oauthClient', web],
      ['apiClient', robot],
    ] as const) {
      const path = `${kind}/${user}/${encodeURIComponent(client)}`
      expect(await items(path)).toEqual(await items(`${user}/user`))
      const narrowed = await save(3, client, [on('films', 'canRead', 'canDelete'), on('makers', 'canRead')])
      expect(narrowed.items.map(({ ownerType, key }) => [ownerType, key])).toEqual([
        [3, 'films'],
        [3, 'makers'],
      ])
      const left = (await items(path)).filter(({ objectType }) => objectType === 2)
      expect(left).toMatchObject([{ key: 'films', canRead: true, canWrite: false, canDelete: false, ownerType: 1 }])
      expect((await items(path)).filter(({ objectType }) => objectType === 1)).toHaveLength(2)
    }
    const other = await ask('GET', `/authorization/apiClient/${user}/${encodeURIComponent(web)}`)
    expect(other.status).toBe(404)
  })

  it('its client gives the items that the database holds', async () => {
    const { user, web } = await people()
    await save(1, user, [on('films', 'canRead'), onSource(1, 'canRead')])
    await save(3, web, [on('films', 'canWrite')])
    const client = permissionClient(send[way] as Send)
    const there = (held: readonly HeldItem[]) => held.map((item) => JSON.stringify(item)).sort()
    const owners = { user, client: web }
    const expected = (await readItems(service.context.database, owners)).map((item) => Object.entries(item).sort())
    const told = (await client.items(owners)).map((item) => Object.entries(item).sort())
    expect(there(told as never)).toEqual(there(expected as never))
    expect(await client.items({ user: 999_999 })).toEqual([])
    expect(await client.inventory()).toEqual(inventoryOf(service.context.catalogs.current()))
    await client.check()
  })

  it('[SVC:permission-save] [ERR:VALIDATION] tells of everything that is wrong with a body, and keeps nothing of it', async () => {
    const { user, group } = await people()
    await save(1, user, [on('films', 'canRead')])
    const before = await items(`${user}/user`)
    const wrong: readonly (readonly [object, readonly string[]])[] = [
      [{ ownerType: 4, ownerId: user, permissions: [] }, ['/ownerType']],
      [{ ownerType: 1, ownerId: 'x', permissions: [] }, ['/ownerId']],
      [{ ownerType: 1, ownerId: 999_999, permissions: [] }, ['/ownerId']],
      [{ ownerType: 3, ownerId: 'nobody', permissions: [] }, ['/ownerId']],
      [{ ownerType: 1, ownerId: user, permissions: 1 }, ['/permissions']],
      [{ ownerType: 1, ownerId: user, permissions: [], more: 1 }, ['/more']],
      [{ ownerType: 1, ownerId: user, permissions: [7, on('')] }, ['/permissions/0', '/permissions/1/key']],
      [{ ownerType: 1, ownerId: user, permissions: [on('films'), on('films')] }, ['/permissions/1']],
      [
        { ownerType: 1, ownerId: user, permissions: [{ objectType: 2, key: 'films', canRead: 'yes' }] },
        ['/permissions/0/canRead'],
      ],
      [{ ownerType: 1, ownerId: user, permissions: [on('tags'), on('no such type')] }, ['/permissions/1/key']],
      [{ ownerType: 1, ownerId: user, permissions: [onSource(999)] }, ['/permissions/0/objectId']],
      [{ ownerType: 2, ownerId: group, permissions: [{ objectType: 9, key: 'x' }] }, ['/permissions/0/objectType']],
    ]
    for (const [body, pointers] of wrong) {
      const { status, faults } = await ask('POST', '/authorization', body)
      expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 422])
      expect(faults).toEqual(pointers.map((pointer) => `VALIDATION ${JSON.stringify({ pointer })}`))
    }
    expect((await ask('POST', '/authorization', '{')).status).toBe(400)
    expect(await items(`${user}/user`)).toEqual(before)
  })

  it('[ERR:NOT_FOUND] [X13] knows its own routes and nobody who is not there', async () => {
    const { user } = await people()
    for (const path of [
      '999999/user',
      '999999/group',
      'x/user',
      'nobody/client',
      `${user}/4`,
      `oauthClient/${user}/nobody`,
      'oauthClient/999999/nobody',
    ]) {
      const { status } = await ask('GET', `/authorization/${path}`)
      expect([path, status]).toEqual([path, 404])
    }
    expect((await ask('GET', '/nothing')).status).toBe(404)
    const refused = await ask('GET', '/authorization')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await ask('DELETE', `/authorization/${user}/user`)).status).toBe(405)
  })
})
