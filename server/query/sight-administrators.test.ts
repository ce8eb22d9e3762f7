import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { addUser } from '../auth/test-service.ts'
import type { MediaType } from '../catalog/catalog.ts'
import { requestsOf } from './test-sight-requests.ts'
import { type Asked, openWorldSite, type WorldAnswer, type WorldSite } from './test-world-site.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125)
const REQUESTS = 400

let site: WorldSite
let group: number

beforeAll(async () => {
  site = await openWorldSite()
  const { database } = site.context
  await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read, can_write, can_delete)
    select 1, u.id, 2, t.name, true, true, true from users u, adm_mediatypes t
    where u.username in ('user 0', 'user 1') and t.name in ('users', 'groups')`.execute(database.kysely)
  const [row] = await database.read({ text: "select id::text from groups where name = 'group 0'", values: [] })
  group = Number(row?.[0])
  await sql`insert into user_groups (user_id, group_id) select id, ${group} from users
    where username in ('user 0', 'user 1')`.execute(database.kysely)
  site.context.auth.forget()
})
afterAll(() => site.close())

/** An administrator of the group, inserted behind everybody's back so that nothing but its row comes and goes. */
async function hiddenOne(username: string): Promise<{ readonly id: number; readonly remove: () => Promise<void> }> {
  const { kysely } = site.context.database
  const id = await addUser(site.context.database, username, { isAdministrator: true })
  await sql`insert into user_groups (user_id, group_id) values (${id}, ${group})`.execute(kysely)
  const remove = async (): Promise<void> => {
    await sql`delete from user_groups where user_id = ${id}`.execute(kysely)
    await sql`delete from users where id = ${id}`.execute(kysely)
  }
  return { id, remove }
}

const read = (path: string): Asked => ({ path: `/api/v1/${path}` })
async function users(by: number | 'root', query = 'users?pageSize=100'): Promise<readonly Entity[]> {
  const { text } = await site.ask(by, read(query))
  return (JSON.parse(text) as { readonly users: readonly Entity[] }).users
}
const names = (of: readonly Entity[]) => of.map(({ username }) => username)

describe('administrators', () => {
  it('[AUTH30] are there for administrators, and for others they are not', async () => {
    expect(names(await users('root'))).toContain('root')
    expect(names(await users(0))).toEqual(expect.arrayContaining(['user 0', 'user 1']))
    expect(names(await users(0))).not.toContain('root')
    const [root] = await users('root', 'users?username=root')
    const unknown = await site.ask(0, read('users/999999'))
    const hidden = await site.ask(0, read(`users/${root?._id}`))
    expect(hidden).toEqual({ ...unknown, text: unknown.text.replaceAll('999999', String(root?._id)) })
  })

  it('[AUTH30] [P2.b] [P3] no answer to any request tells that there is one, or of what it is like', async () => {
    const catalog = site.catalog()
    const types = ['users', 'groups'].map((name) => catalog.mediaTypes.get(name) as MediaType)
    const arbitrary = fc.oneof(...types.map((type) => requestsOf(type, catalog)))
    const { id, remove } = await hiddenOne('amber')
    const aimed: readonly Asked[] = [
      { method: 'DELETE', path: `/api/v1/users/${id}` },
      { method: 'PATCH', path: `/api/v1/users/${id}`, body: { users: [{ name: 'x' }] } },
      { method: 'DELETE', path: `/api/v1/users?filter=id_$eq_${id}` },
      { method: 'POST', path: '/api/v1/$batch', body: { _operations: [{ _op: 'remove', _href: `/users/${id}` }] } },
      { path: `/api/v2/history/users/${id}` },
      read(`users/${id}/groups`),
      read('users?filter=is_administrator_$eq_true'),
    ]
    const asked = [...aimed, ...fc.sample(arbitrary, { numRuns: REQUESTS, seed: SEED })]
    const answers = async (): Promise<readonly WorldAnswer[]> => {
      const all: WorldAnswer[] = []
      for (const each of asked) all.push(await site.ask(0, each))
      return all
    }
    const before = await answers()
    await sql`update users set name = 'birch', is_disabled = true where id = ${id}`.execute(
      site.context.database.kysely,
    )
    const changed = await answers()
    await remove()
    const without = await answers()
    for (const [index, each] of asked.entries()) {
      expect(changed[index], JSON.stringify(each)).toEqual(before[index])
      expect(without[index], JSON.stringify(each)).toEqual(before[index])
    }
    const statuses = new Set(before.map(({ status }) => status))
    for (const status of [200, 404, 422]) expect(statuses).toContain(status)
  }, 120_000)

  it('[AUTH30] always see their own record, and through a narrowing client no other administrator’s', async () => {
    const { database, auth } = site.context
    const id = await addUser(database, 'both', { isAdministrator: true })
    await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read)
      values (1, ${id}, 2, 'users', true)`.execute(database.kysely)
    await sql`insert into oauth_clients (client_id, name, client_type, redirect_uris)
      values ('narrow', 'Narrow', 1, '[]')`.execute(database.kysely)
    await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read)
      select 3, id, 2, 'users', true from oauth_clients where client_id = 'narrow'`.execute(database.kysely)
    const { access } = await auth.tokens.issue({ userId: id, clientId: 'narrow' })
    const headers = { cookie: '', authorization: `Bearer ${access}` }
    const { text } = await site.ask(0, { ...read('users?pageSize=100'), headers })
    const seen = names((JSON.parse(text) as { readonly users: readonly Entity[] }).users)
    expect(seen).toContain('both')
    expect(seen).not.toContain('root')
    expect(names(await users(1))).not.toContain('both')
  })

  it('[AUTH30] one who becomes an administrator is gone for the others at once, counts included', async () => {
    const count = async (): Promise<unknown> =>
      (
        JSON.parse((await site.ask(1, read('users?pageSize=1'))).text) as {
          readonly _meta: { readonly _filterRowCount: number }
        }
      )._meta._filterRowCount
    const id = await addUser(site.context.database, 'rising')
    const before = (await count()) as number
    const raised = (is: boolean): Asked => ({
      method: 'PATCH',
      path: `/api/v1/users/${id}`,
      body: { users: [{ is_administrator: is }] },
    })
    expect((await site.ask('root', raised(true))).status).toBe(200)
    expect(await count()).toBe(before - 1)
    expect((await site.ask('root', raised(false))).status).toBe(200)
    expect(await count()).toBe(before)
  })
})
