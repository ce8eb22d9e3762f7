import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Entity, Envelope } from '../../shared/envelope.ts'
import { create, update, word } from './client.ts'
import { call } from './history-client.ts'
import { type BrowserSession, signIn } from './session.ts'

/** A user of this test's own, signed in. */
async function someone(more: object = {}): Promise<{ readonly id: number; readonly session: BrowserSession }> {
  const user = { username: word(), password: randomUUID() }
  const { _id: id } = await create('users', { ...user, name: 'Someone', ...more })
  return { id, session: await signIn(user) }
}

describe('administrators', () => {
  let common: string
  let group: number
  let hidden: Entity
  let viewer: Awaited<ReturnType<typeof someone>>
  beforeAll(async () => {
    common = word()
    group = (await create('groups', { name: word() }))._id
    const links = { _links: { groups: [group] } }
    const names = { username: word(), name: common, password: randomUUID() }
    hidden = await create('users', { ...names, ...links, is_administrator: true })
    viewer = await someone({ name: common, ...links })
    const permissions = ['users', 'groups'].map((key) => ({ objectType: 2, key, canRead: true, canWrite: true }))
    const body = { ownerType: 1, ownerId: viewer.id, permissions }
    expect((await call('POST', '/permission/v1/authorization', body)).status).toBe(200)
  })

  const asked = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await viewer.session.send(path, { headers })).text()
  const read = async (path: string): Promise<Envelope> => JSON.parse(await asked(path)) as Envelope

  it('[AUTH30] [P2.b] are absent for others from lists, counts, filters, links, includes, exports, aggregates and history', async () => {
    const ids = (envelope: Envelope, type: string) =>
      (envelope[type] as readonly Entity[] | undefined)?.map(({ _id }) => _id)
    const listed = await read(`/api/v1/users?name=${common}`)
    expect([ids(listed, 'users'), listed._meta?._filterRowCount]).toEqual([[viewer.id], 1])
    expect(ids(await read(`/api/v1/users?filter=groups_$in(${group})`), 'users')).toEqual([viewer.id])
    const withUsers = await read(`/api/v1/groups/${group}?include=users`)
    expect(withUsers._linked.users?.map(({ _id }) => _id)).toEqual([viewer.id])
    expect(await asked(`/api/v1/users?name=${common}`, { accept: 'text/csv' })).not.toContain(String(hidden.username))
    expect(ids(await read(`/api/v1/users/${hidden._id}`), 'users') ?? []).toEqual([])
    for (const [method, path] of [
      ['PATCH', `/api/v1/users/${hidden._id}`],
      ['DELETE', `/api/v1/users/${hidden._id}`],
    ] as const) {
      const body = method === 'PATCH' ? { body: JSON.stringify({ users: [{ name: 'x' }] }) } : {}
      expect([method, (await viewer.session.send(path, { method, ...body })).status]).toEqual([method, 404])
    }
    const aggregate = {
      _mediaType: 'users',
      _aggregates: [{ _function: 'count', _as: 'all' }],
      _filter: `name_$eq_${common}`,
    }
    const counted = await viewer.session.send('/api/v1/aggregate-data', {
      method: 'POST',
      body: JSON.stringify(aggregate),
    })
    expect(await counted.text()).toContain('"_rows":[[1]]')
    expect((await viewer.session.send(`/api/v2/history/users/${hidden._id}`)).status).toBe(404)
  })

  it('[AUTH30] see each other, and everybody sees the own record', async () => {
    expect(((await read(`/api/v1/users/${viewer.id}`)).users as readonly Entity[])[0]?._id).toBe(viewer.id)
    await update('users', viewer.id, { is_administrator: true })
    const all = (await read(`/api/v1/users?name=${common}`)).users as readonly Entity[]
    expect(all.map(({ _id }) => _id).toSorted()).toEqual([hidden._id, viewer.id].toSorted())
  })
})

describe('a user who is disabled', () => {
  it('[M1.a] is signed out at once, and cannot sign in', async () => {
    const user = { username: word(), password: randomUUID() }
    const { _id: id } = await create('users', { ...user, name: 'Someone' })
    const session = await signIn(user)
    expect((await session.send('/api/v1/me')).status).toBe(200)
    await update('users', id, { is_disabled: true })
    expect((await session.send('/api/v1/me')).status).toBe(401)
    await expect(signIn(user)).rejects.toThrow()
    await update('users', id, { is_disabled: false })
    expect((await session.send('/api/v1/me')).status).toBe(401)
    expect((await (await signIn(user)).send('/api/v1/me')).status).toBe(200)
  })
})
