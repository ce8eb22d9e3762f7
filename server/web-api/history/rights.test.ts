import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorObject } from '../../../shared/envelope.ts'
import type { RecentChanges, RecordHistory, RestoredVersion, VersionDifference } from '../../../shared/history.ts'
import { createApp } from '../../app.ts'
import { addUser, ORIGIN, signIn } from '../../auth/test-service.ts'
import { loadConfig } from '../../config.ts'
import { type Context, createContext } from '../../context.ts'
import { migratedDatabase, openCopy } from '../../db/test-database.ts'
import type { AppEnv } from '../../http.ts'
import { digest } from '../../runtime/digest.ts'
import { serverFiles } from '../../runtime/server-files.ts'
import type { HistoryPage } from '../../services/history/client.ts'
import { addEditor, openSite } from './test-history-site.ts'

let context: Context
let app: Hono<AppEnv>
const cookies = new Map<string, string>()
beforeAll(async () => {
  context = await openSite(await migratedDatabase())
  app = createApp(context)
  await addUser(context.database, 'root', { isAdministrator: true })
  await addEditor(context.database, 'eve', true)
  await addEditor(context.database, 'sid', false)
  for (const name of ['root', 'eve', 'sid']) cookies.set(name, (await signIn(app, name)).cookie)
  await send('root', 'PATCH', '/api/v1/films/1', { films: [{ maker: 2, studio: 3, title: 'Day' }] })
  await send('root', 'PATCH', '/api/v1/films/3', { films: [{ title: 'Dust' }] })
  await send('root', 'PATCH', '/api/v1/lists/1', { lists: [{ films: [2, 1] }] })
})
afterAll(() => context.close())

interface Answer<T> {
  readonly status: number
  readonly body: T & { readonly errors?: readonly ErrorObject[] }
}

async function send<T = object>(user: string, method: string, path: string, body?: object): Promise<Answer<T>> {
  const headers = { cookie: cookies.get(user) ?? '', origin: ORIGIN, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await app.request(`${ORIGIN}${path}`, { method, headers, ...sent })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

const history = (user: string, record: string) => send<RecordHistory>(user, 'GET', `/api/v2/history/${record}`)
const serviceRead = (user: string, record: string, _readable: readonly string[]) =>
  send<HistoryPage>(user, 'POST', `/edithistory/v1/read/${record}`, { _readable })

describe('whose history is told', () => {
  it('[P3] is that of records the caller can read; others are as unknown ones', async () => {
    expect((await history('eve', 'films/1')).status).toBe(200)
    const [hidden, unknown] = [await history('eve', 'films/3'), await history('eve', 'films/999')]
    expect([hidden.status, unknown.status]).toEqual([404, 404])
    const text = (answer: Answer<RecordHistory>) => JSON.stringify(answer.body).replaceAll(/\b(?:3|999)\b/g, 'id')
    expect(text(hidden)).toBe(text(unknown))
    expect((await history('eve', 'studios/1')).status).toBe(404)
    expect((await history('root', 'films/3')).body.entries).toMatchObject([{ fields: [{ name: 'title' }] }])
    const query = 'difference?from=1'
    expect((await send('eve', 'GET', `/api/v2/history/films/3/${query}`)).status).toBe(404)
    expect((await send('eve', 'POST', '/api/v2/history/films/3/restore', { version: 1 })).status).toBe(404)
  })

  it('[SVC:history-read.2] [P3] leaves out references to types and records that the caller cannot read', async () => {
    const maker = { name: 'maker', label: 'maker', mediaType: 'makers' }
    const studio = { name: 'studio', label: 'studio', old: 1, new: 3, mediaType: 'studios' }
    const title = { name: 'title', label: 'title', old: 'Dawn', new: 'Day' }
    const asRoot = (await history('root', 'films/1')).body
    expect(asRoot.entries[0]?.fields).toEqual([title, { ...maker, old: 1, new: 2 }, studio])
    expect(asRoot.names).toEqual({ makers: { 1: 'Ada', 2: 'Bo' }, studios: { 1: 'North', 3: 'South' } })
    const asEve = (await history('eve', 'films/1')).body
    expect(asEve.entries[0]?.fields).toEqual([title, { ...maker, old: 1, new: null }])
    expect(asEve.names).toEqual({ makers: { 1: 'Ada' } })
    const difference = await send<VersionDifference>('eve', 'GET', '/api/v2/history/films/1/difference?from=1')
    expect(difference.body.fields).toEqual([title, { ...maker, old: 1, new: null }])
    // film 3, which the list let go, is of a source that eve does not see
    expect((await history('root', 'lists/1')).body.entries[0]?.relations).toMatchObject([{ removed: [3], added: [2] }])
    expect((await history('eve', 'lists/1')).body.entries[0]?.relations).toMatchObject([{ removed: [], added: [2] }])
  })

  it('[P3] goes on after a removal where no record of the type can be hidden', async () => {
    const made = await send<{ readonly tags: readonly { readonly _id: number }[] }>('root', 'POST', '/api/v1/tags', {
      tags: [{ name: 'brief' }],
    })
    const tag = `tags/${made.body.tags[0]?._id}`
    expect((await send('root', 'DELETE', `/api/v1/${tag}`)).status).toBe(204)
    expect((await history('eve', tag)).body.entries.map(({ operation }) => operation)).toEqual(['Removed', 'Added'])
    expect((await send('root', 'DELETE', '/api/v1/films/2')).status).toBe(204)
    expect((await history('eve', 'films/2')).status).toBe(404)
    expect((await history('root', 'films/2')).body.entries[0]).toMatchObject({ operation: 'Removed' })
  })
})

describe('who may call the service', () => {
  it('[SVC:history-save] [SVC:history-batch] [ERR:FORBIDDEN] services and administrators save, others do not', async () => {
    const entry = { _version: 9, _operation: 'Changed', _user: { id: null, name: 'x' } }
    for (const path of ['save/tags/1', 'save/batch', 'health', 'nothing']) {
      const refused = await send('eve', path === 'health' ? 'GET' : 'POST', `/edithistory/v1/${path}`, undefined)
      expect([path, refused.status]).toEqual([path, 403])
    }
    expect((await send('root', 'POST', '/edithistory/v1/save/tags/1', entry)).status).toBe(201)
    expect((await app.request(`${ORIGIN}/edithistory/v1/read/tags/1`, { method: 'POST' })).status).toBe(401)
  })

  it('[SVC:history-read.2] [P2.b] cuts the whitelist of a user to the user’s own rights, record by record', async () => {
    const whitelist = ['films', 'makers', 'studios', 'tags']
    const asRoot = (await serviceRead('root', 'films/1', whitelist)).body
    expect(Object.keys(asRoot._entries[0]?._modifiedFields ?? {}).toSorted()).toEqual(['maker', 'studio', 'title'])
    const asEve = (await serviceRead('eve', 'films/1', whitelist)).body
    expect(asEve._meta).toEqual(asRoot._meta)
    expect(asEve._entries[0]?._modifiedFields).toEqual({
      title: { old: 'Dawn', new: 'Day' },
      maker: { old: 1, new: null, mediaType: 'makers' },
    })
    const fewer = (await serviceRead('eve', 'films/1', ['films'])).body
    expect(Object.keys(fewer._entries[0]?._modifiedFields ?? {})).toEqual(['title'])
    expect((await serviceRead('eve', 'films/3', whitelist)).body).toEqual({
      _meta: { _page: 0, _pageSize: 20, _filterRowCount: 0, _pageCount: 0 },
      _entries: [],
    })
    expect((await serviceRead('eve', 'films/1', [])).body._entries).toEqual([])
  })
})

describe('a tag that does not hold', () => {
  it('[D3.z] [P3] names what changed as far as the caller may be told of it', async () => {
    const changed = async (user: string): Promise<unknown> => {
      const headers = { cookie: cookies.get(user) ?? '', origin: ORIGIN, 'content-type': 'application/json' }
      const body = JSON.stringify({ films: [{ title: 'Mine' }] })
      const sent = { method: 'PATCH', headers: { ...headers, 'if-match': '"1.1"' }, body }
      const response = await app.request(`${ORIGIN}/api/v1/films/1`, sent)
      const { errors } = (await response.json()) as { readonly errors: readonly ErrorObject[] }
      return errors[0]?.meta?._changed
    }
    expect(await changed('root')).toEqual(['maker', 'title', 'studio'])
    expect(await changed('eve')).toEqual(['maker', 'title'])
  })
})

describe('who may restore', () => {
  it('[P3.a] needs the right to write, and leaves as it is what the caller cannot see', async () => {
    const path = '/api/v2/history/films/1/restore'
    expect((await send('sid', 'POST', path, { version: 1 })).status).toBe(403)
    const restored = await send<RestoredVersion>('eve', 'POST', path, { version: 1 })
    expect([restored.status, restored.body.skipped]).toEqual([200, []])
    const { body } = await send<{ readonly films: readonly object[] }>('root', 'GET', '/api/v1/films/1')
    expect(body.films).toMatchObject([{ title: 'Dawn', _links: { maker: 1, studio: 3 } }])
    const [entry] = (await history('root', 'films/1')).body.entries
    expect([entry?.user.name, entry?.fields.map(({ name }) => name)]).toEqual(['The eve', ['title', 'maker']])
  })

  it('[A5] is asked for behind a proxy, whose origin the update inside does not have', async () => {
    const proxied = await openSite(await migratedDatabase(), { TRUST_PROXY: 'true' })
    await addUser(proxied.database, 'root', { isAdministrator: true })
    const site = createApp(proxied)
    const { cookie } = await signIn(site, 'root')
    const post = async (method: string, path: string, body: object) => {
      const headers = { cookie, origin: 'https://cms.example', 'content-type': 'application/json' }
      const seen = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cms.example' }
      return site.request(`${ORIGIN}${path}`, { method, headers: { ...headers, ...seen }, body: JSON.stringify(body) })
    }
    expect((await post('PATCH', '/api/v1/tags/1', { tags: [{ name: 'other' }] })).status).toBe(200)
    await proxied.history.arrived({ mediaType: 'tags', id: 1 })
    const restored = await post('POST', '/api/v2/history/tags/1/restore', { version: 1 })
    expect([restored.status, await restored.json()]).toEqual([200, expect.objectContaining({ version: 1 })])
    await proxied.close()
  })
})

describe('what was changed last', () => {
  const recent = async (user: string, query = '') => {
    for (const [mediaType, id] of [
      ['films', 3],
      ['lists', 1],
      ['films', 1],
    ] as const) {
      await context.history.arrived({ mediaType, id })
    }
    return send<RecentChanges>(user, 'GET', `/api/v2/history${query}`)
  }
  const keys = ({ body }: Answer<RecentChanges>) => body.entries.map(({ mediaType, id }) => `${mediaType}/${id}`)

  it('[P3] is told of records that the caller can read, each once, with its name', async () => {
    const asRoot = await recent('root')
    expect(keys(asRoot)).toEqual(expect.arrayContaining(['films/1', 'films/3', 'lists/1']))
    expect(new Set(keys(asRoot)).size).toBe(keys(asRoot).length)
    const times = asRoot.body.entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(asRoot.body.entries.find(({ id, mediaType }) => mediaType === 'films' && id === 3)).toMatchObject({
      name: 'Dust',
      operation: 'Changed',
      user: { name: 'The root' },
    })
    const asEve = keys(await recent('eve'))
    expect(asEve).toContain('films/1')
    expect(asEve).not.toContain('films/3')
  })

  it('is told of what the caller alone changed', async () => {
    expect(keys(await recent('sid', '?mine=true'))).toEqual([])
    await send('eve', 'PATCH', '/api/v1/tags/1', { tags: [{ name: 'changed by eve' }] })
    await context.history.arrived({ mediaType: 'tags', id: 1 })
    expect(keys(await recent('eve', '?mine=true'))[0]).toBe('tags/1')
    expect(keys(await recent('eve', '?mine=true&limit=1'))).toHaveLength(1)
  })

  it('[ERR:PARAMETER] is asked for with a number and a yes or no', async () => {
    for (const query of ['?limit=0', '?limit=51', '?limit=x', '?mine=perhaps']) {
      expect((await recent('root', query)).status).toBe(400)
    }
    expect((await send('root', 'POST', '/api/v2/history')).status).toBe(405)
    const read = { _readable: ['films'] }
    expect((await send('eve', 'POST', '/edithistory/v1/recent', read)).status).toBe(403)
    const asService = await send<{ _entries: object[] }>('root', 'POST', '/edithistory/v1/recent?limit=1', read)
    expect(asService.body._entries).toMatchObject([{ _mediaType: 'films' }])
  })
})

describe('the switch', () => {
  it('[EV3] writes no entries when it is off, and goes on with what waited when it is on again', async () => {
    const url = await migratedDatabase()
    const off = await openSite(url, { USE_EDIT_HISTORY_MICRO_SERVICE: 'false' })
    await addUser(off.database, 'root', { isAdministrator: true })
    const save = async (instance: Context, name: string): Promise<number> => {
      const site = createApp(instance)
      const { cookie } = await signIn(site, 'root')
      const headers = { cookie, origin: ORIGIN, 'content-type': 'application/json' }
      const body = JSON.stringify({ tags: [{ name }] })
      return (await site.request(`${ORIGIN}/api/v1/tags/1`, { method: 'PATCH', headers, body })).status
    }
    const rows = async (table: string): Promise<number> => {
      const [row] = await off.database.read({ text: `select count(*)::text from ${table}`, values: [] })
      return Number(row?.[0])
    }
    expect(await save(off, 'first')).toBe(200)
    expect([await rows('history_outbox'), await rows('edit_history')]).toEqual([0, 0])
    // what an instance left behind is delivered by the start of another one
    await off.database.read({
      text: `insert into history_outbox (media_type, record_id, entry) values
        ('tags', 1, '{"_version": 3, "_operation": "Changed", "_user": {"id": null, "name": "x"}}') returning id::text`,
      values: [],
    })
    await off.refresh()
    expect(await rows('edit_history')).toBe(0)
    const sameTables = { openDatabase: async () => openCopy(url), digest, asset: async () => null, files: serverFiles }
    const platform = { name: 'node' as const, ...sameTables, defer: () => undefined, writeLog: () => undefined }
    const on = await createContext(loadConfig({ DEMO: 'false', LOG_LEVEL: 'silent' }), platform)
    await on.history.arrived({ mediaType: 'tags', id: 1 })
    expect(await rows('edit_history')).toBe(1)
    expect(await save(on, 'second')).toBe(200)
    await on.history.arrived({ mediaType: 'tags', id: 1 })
    expect([await rows('history_outbox'), await rows('edit_history')]).toEqual([0, 2])
    await on.close()
  })
})
