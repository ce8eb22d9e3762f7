import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity, ErrorObject } from '../../../shared/envelope.ts'
import type { RecentChanges, RecordHistory, RestoredVersion } from '../../../shared/history.ts'
import { createApp } from '../../app.ts'
import { addUser, ORIGIN, signIn } from '../../auth/test-service.ts'
import type { Context } from '../../context.ts'
import { migratedDatabase } from '../../db/test-database.ts'
import type { AppEnv } from '../../http.ts'
import type { HistoryPage } from '../../services/history/client.ts'
import { addEditor, openSite } from './test-history-site.ts'

let context: Context
let app: Hono<AppEnv>
const cookies = new Map<string, string>()
const ids = new Map<string, number>()
beforeAll(async () => {
  context = await openSite(await migratedDatabase())
  app = createApp(context)
  const { kysely } = context.database
  ids.set('root', await addUser(context.database, 'root', { isAdministrator: true }))
  for (const name of ['eve', 'sid', 'una']) ids.set(name, await addEditor(context.database, name))
  for (const name of ['root', 'sid']) {
    await kysely
      .updateTable('users')
      .set({ name: `${name}@example.org` })
      .where('username', '=', name)
      .execute()
  }
  // una may read users, among whom administrators are not
  await permit('una', 2, 'users', true)
  for (const name of ['root', 'eve', 'sid', 'una']) cookies.set(name, (await signIn(app, name)).cookie)
})
afterAll(() => context.close())

const permit = (name: string, object_type: number, key: string, can_read: boolean) =>
  context.database.kysely
    .insertInto('permissions')
    .values({
      ...{ owner_type: 1, owner_id: ids.get(name) ?? 0, object_type, object_id: null, key },
      ...{ can_read, can_write: false, can_delete: false },
    })
    .execute()

async function send<T = object>(
  user: string,
  method: string,
  path: string,
  body?: object,
): Promise<T & { readonly errors?: readonly ErrorObject[] }> {
  const headers = { cookie: cookies.get(user) ?? '', origin: ORIGIN, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await app.request(`${ORIGIN}${path}`, { method, headers, ...sent })
  const text = await response.text()
  return JSON.parse(text === '' ? '{}' : text)
}

const history = (user: string, record: string) => send<RecordHistory>(user, 'GET', `/api/v2/history/${record}`)
const serviceRead = (user: string, record: string) =>
  send<HistoryPage>(user, 'POST', `/edithistory/v1/read/${record}`, { _readable: ['films', 'tags'] })

const added = async (type: string, members: object): Promise<number> => {
  const body = await send<Readonly<Record<string, readonly Entity[]>>>('root', 'POST', `/api/v1/${type}`, {
    [type]: [members],
  })
  return body[type]?.[0]?._id ?? 0
}

describe('authors', () => {
  it('[X35.b] [AUTH30] are named, but for an e-mail address of somebody whom the reader cannot read', async () => {
    await send('root', 'PATCH', '/api/v1/films/1', { films: [{ title: 'One' }] })
    await send('sid', 'PATCH', '/api/v1/films/1', { films: [{ title: 'Two' }] })
    await send('eve', 'PATCH', '/api/v1/films/1', { films: [{ title: 'Three' }] })
    const told = async (user: string) => {
      const { entries } = await history(user, 'films/1')
      const { _entries } = await serviceRead(user, 'films/1')
      const names = entries.map((entry) => entry.user.name)
      expect(_entries.map(({ _user }) => _user.name)).toEqual(names)
      const recent = await send<RecentChanges>(user, 'GET', '/api/v2/history')
      const film = recent.entries.find(({ mediaType, id }) => mediaType === 'films' && id === 1)
      expect(film?.user.name).toBe(names[0])
      return names
    }
    const [root, sid] = ['root', 'sid'].map((name) => `user:${ids.get(name)}`)
    expect(await told('root')).toEqual(['The eve', 'sid@example.org', 'root@example.org'])
    expect(await told('eve')).toEqual(['The eve', sid, root])
    expect(await told('sid')).toEqual(['The eve', 'sid@example.org', root])
    expect(await told('una')).toEqual(['The eve', 'sid@example.org', root])
  })
})

describe('a field that is hidden from the reader', () => {
  const told = async (user: string, record: string) =>
    JSON.stringify([await history(user, record), await serviceRead(user, record)])

  it('[X35.a] [P4] stays so in the history when it is renamed or removed, in a restore too', async () => {
    const field = await added('adm_fields', { mediatype: 'tags', name: 'fee', label: 'Fee', type: 'Text' })
    await permit('eve', 3, 'field:tags.fee', false)
    context.auth.forget()
    const tag = await added('tags', { name: 'first', fee: 'seven hundred' })
    const record = `tags/${tag}`
    await send('root', 'PATCH', `/api/v1/${record}`, { tags: [{ fee: 'eight hundred', name: 'second' }] })
    await context.history.arrived({ mediaType: 'tags', id: tag })
    expect(await told('root', record)).toContain('seven hundred')
    const isHidden = async (): Promise<void> => {
      for (const part of ['hundred', '"fee', '"pay']) expect(await told('eve', record)).not.toContain(part)
    }
    await isHidden()
    await send('root', 'PATCH', `/api/v1/adm_fields/${field}`, { adm_fields: [{ name: 'pay' }] })
    await isHidden()
    await send('root', 'DELETE', `/api/v1/adm_fields/${field}?confirmLoss=true`)
    await isHidden()
    const { skipped } = await send<RestoredVersion>('eve', 'POST', `/api/v2/history/${record}/restore`, { version: 1 })
    expect(skipped).toEqual([])
    expect(await send('root', 'GET', `/api/v1/${record}`)).toMatchObject({ tags: [{ name: 'first' }] })
  })
})

describe('the key of a relation', () => {
  it('[M1.a] is what it is called now, in the history and for a restore', async () => {
    const list = await added('lists', { name: 'of one', films: [2] })
    await send('root', 'PATCH', `/api/v1/lists/${list}`, { lists: [{ films: [] }] })
    const links = await context.database.kysely
      .selectFrom('adm_fields')
      .select(['id', 'name'])
      .where('mediatype', '=', 'list_films')
      .execute()
    const rename = (from: string, name: string) =>
      send('root', 'PATCH', `/api/v1/adm_fields/${links.find((field) => field.name === from)?.id}`, {
        adm_fields: [{ name }],
      })
    const keys = async (record: string) =>
      (await history('root', record)).entries.flatMap(({ relations }) => relations.map(({ relation }) => relation))
    expect(await keys(`lists/${list}`)).toEqual(['films[list]', 'films[list]'])
    expect(await rename('film', 'shown')).not.toHaveProperty('errors')
    expect(await rename('list', 'holder')).not.toHaveProperty('errors')
    await context.history.arrived({ mediaType: 'adm_fields', id: Number(links[0]?.id) })
    expect(await keys(`lists/${list}`)).toEqual(['films[holder]', 'films[holder]'])
    const restored = await send<RestoredVersion>('root', 'POST', `/api/v2/history/lists/${list}/restore`, {
      version: (await history('root', `lists/${list}`)).entries.at(-1)?.version,
    })
    expect(restored).toMatchObject({ skipped: [] })
    expect(await send('root', 'GET', `/api/v1/lists/${list}`)).toMatchObject({
      lists: [{ _links: { 'films[holder]': [2] } }],
    })
  })
})
