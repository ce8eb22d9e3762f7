import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { holdOwner } from '../../server/auth/hold-owner.ts'
import { openPg } from '../../server/db/pg.ts'
import { request, service } from '../harness/service.ts'
import { create, patch, post, word } from './client.ts'
import { call, history } from './history-client.ts'
import { type BrowserSession, signIn } from './session.ts'

interface Item {
  readonly key: string | null
  readonly objectType: number
  readonly canRead: boolean
}

/** A user of this test's own, signed in. */
async function someone(): Promise<{ readonly id: number; readonly session: BrowserSession }> {
  const user = { username: word(), password: randomUUID() }
  const { _id: id } = await create('users', { ...user, name: 'Someone' })
  return { id, session: await signIn(user) }
}

const save = (ownerId: number, permissions: readonly object[]) =>
  call<readonly Item[]>('POST', '/permission/v1/authorization', { ownerType: 1, ownerId, permissions })

describe('the permission service', () => {
  it('[SVC:permission-save] [P5] saves what a user may do, which holds for the user’s next request', async () => {
    const { id, session } = await someone()
    const status = async (): Promise<number> => (await session.send('/api/v1/genres')).status
    expect(await status()).toBe(403)
    const saved = await save(id, [{ objectType: 2, key: 'genres', canRead: true }])
    expect(saved).toMatchObject({ status: 200, body: [{ key: 'genres', canRead: true, objectType: 2 }] })
    expect(await status()).toBe(200)
    expect((await call<readonly Item[]>('GET', `/permission/v1/authorization/${id}/user`)).body).toEqual(saved.body)
    expect((await save(id, [])).body).toEqual([])
    expect(await status()).toBe(403)
  })

  it('[SVC:permission-save] [EV1] is told in history as of who saved, or of whom a service saves for', async () => {
    const administrator = { username: word(), password: randomUUID() }
    const { _id: own } = await create('users', { ...administrator, name: 'Ada & Zoë', is_administrator: true })
    const session = await signIn(administrator)
    const path = '/permission/v1/authorization'
    const authorOf = async (saved: (body: string, headers: HeadersInit) => Promise<Response>, header?: string) => {
      const { id } = await someone()
      const permissions = [{ objectType: 2, key: 'genres', canRead: true }]
      const headers = { 'content-type': 'application/json', ...(header && { 'x-marquee-acting-user': header }) }
      const { status } = await saved(JSON.stringify({ ownerType: 1, ownerId: id, permissions }), headers)
      if (status !== 200) return status
      type Rows = { readonly permissions: readonly { readonly _id: number }[] }
      const rows = (await call<Rows>('GET', `/api/v1/permissions?filter=owner_id_$eq_${id}`)).body.permissions
      return (await history('permissions', rows[0]?._id ?? 0)).body.entries[0]?.user
    }
    const byUser = (body: string, headers: HeadersInit) => session.send(path, { method: 'POST', body, headers })
    const byService = (body: string, headers: HeadersInit) => request(path, { method: 'POST', body, headers })
    expect(await authorOf(byUser)).toEqual({ id: own, name: 'Ada & Zoë' })
    expect(await authorOf(byUser, 'id=1&name=Mallory')).toEqual({ id: own, name: 'Ada & Zoë' })
    expect(await authorOf(byService)).toEqual({ id: null, name: 'Administrator' })
    expect(await authorOf(byService, 'id=7&name=Grace+H.')).toEqual({ id: 7, name: 'Grace H.' })
    expect(await authorOf(byService, 'Grace')).toBe(400)
  })

  it('[SVC:permission-owner] [ERR:FORBIDDEN] [ERR:UNAUTHENTICATED] is for services and administrators', async () => {
    const { id, session } = await someone()
    const path = `/permission/v1/authorization/${id}/user`
    expect((await session.send(path)).status).toBe(403)
    const body = JSON.stringify({ ownerType: 1, ownerId: id, permissions: [] })
    expect((await session.send('/permission/v1/authorization', { method: 'POST', body })).status).toBe(403)
    expect((await fetch(`${service().url}${path}`)).status).toBe(401)
    expect((await (await signIn()).send(path)).status).toBe(200)
  })

  it('[X42] [SVC:permission-save] [ERR:concurrent-saves] of twenty saves with one tag one goes through, whatever they add', async () => {
    const { id } = await someone()
    const path = `/permission/v1/authorization/${id}/user`
    const etag = (await request(path)).headers.get('etag') ?? ''
    const saves = Array.from({ length: 20 }, (_, at) => {
      const permissions = [{ objectType: 3, key: `switch-${at}`, canRead: true }]
      const body = JSON.stringify({ ownerType: 1, ownerId: id, permissions })
      return request('/permission/v1/authorization', { method: 'POST', body, headers: { 'if-match': etag } })
    })
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
    const held = (await call<readonly Item[]>('GET', path)).body
    expect(held.map(({ key }) => key)).toEqual([`switch-${statuses.indexOf(200)}`])
  })

  it('[X42] [SVC:permission-save] a record of permissions that is written waits for the save of its owner', async () => {
    const { databaseUrl } = service()
    if (databaseUrl === null) return
    const { id } = await someone()
    const given = { owner_type: '1', owner_id: id, object_type: '3', can_read: true }
    const { _id: known } = await create('permissions', { ...given, key: 'known' })
    const database = openPg(databaseUrl, { connections: 2 })
    try {
      const writes = await database.transaction(async (tx) => {
        await holdOwner(tx.kysely, 1, id)
        const begun = [
          post('/permissions', { permissions: [{ ...given, key: 'new' }] }),
          patch(`/permissions/${known}`, { permissions: [{ can_read: false }] }),
        ]
        let ended = 0
        for (const write of begun) void write.then(() => (ended += 1))
        const waiting = async (): Promise<number> => {
          const count = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%from "users"%for no key update%'`
          return (await count.execute(database.kysely)).rows[0]?.n ?? 0
        }
        await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
        expect(ended).toBe(0)
        return begun
      })
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([201, 200])
    } finally {
      await database.close()
    }
  })

  it('[SVC:permission-save] of saves without a tag at the same time the last counts, as a whole', async () => {
    const { id } = await someone()
    const pair = (at: number) =>
      ['one', 'other'].map((which) => ({ objectType: 3, key: `${which}-${at}`, canRead: true }))
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => save(id, pair(at))))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const held = (await call<readonly Item[]>('GET', `/permission/v1/authorization/${id}/user`)).body
    const numbers = held.map(({ key }) => key?.split('-')[1])
    expect([held.length, new Set(numbers).size]).toEqual([2, 1])
  })
})

describe('/configurablepermissions', () => {
  it('[RT:configurablepermissions] [RT:configurablepermissions.2] [RT:configurablepermissions.3] [AUTH21] [ERR:configurable-permissions-304] [VER:configurable-permissions] tells anyone what there is to permit, under a hash of it', async () => {
    const address = `${service().url}/configurablepermissions`
    const first = await fetch(address)
    expect(first.status).toBe(200)
    const { categories } = (await first.json()) as {
      readonly categories: readonly { readonly key: string; readonly items: readonly object[] }[]
    }
    const types = categories.find(({ key }) => key === 'mediaTypes')
    const permissions = ['CanRead', 'CanCreate', 'CanWrite', 'CanDelete']
    expect(types?.items).toContainEqual(expect.objectContaining({ key: 'movies', permissions }))
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{16,}"$/)
    const again = await fetch(address, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const name = word().slice(0, 20)
    await create('adm_mediatypes', { name, label: name, label_plural: name })
    const changed = await fetch(address, { headers: { 'if-none-match': etag } })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
    expect(await changed.text()).toContain(name)
    expect((await request('/configurablepermissions', { method: 'POST' })).status).toBe(405)
  })
})
