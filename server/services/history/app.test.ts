import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorObject } from '../../../shared/envelope.ts'
import type { Database } from '../../db/database.ts'
import { type Send, transport } from '../transport.ts'
import type { HistoryPage } from './client.ts'
import { openHistoryDatabase, openHistoryService } from './test-history.ts'

let database: Database
let app: Hono
let server: ReturnType<typeof serve>
let address: string
beforeAll(async () => {
  database = await openHistoryDatabase()
  app = openHistoryService(database).app
  await new Promise<void>((ready) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      address = `http://127.0.0.1:${port}`
      ready()
    })
  })
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await database.close()
})

const ways: readonly (readonly [string, () => Send])[] = [
  ['in this process', () => transport(app.fetch)],
  ['over HTTP', () => transport(fetch, address)],
]
const USER = { id: 7, name: 'Ada' }
const EVENT = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

let records = 0
/** Ids that no other test uses. */
const newRecord = (): number => (records += 1)

describe.each(ways)('edit history %s', (_way, open) => {
  interface Answer {
    readonly status: number
    readonly body: HistoryPage & { readonly errors?: readonly ErrorObject[]; readonly _saved?: number }
  }
  async function post(path: string, body: unknown, type = 'application/json'): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(`http://history.test/edithistory/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: text,
    })
    const response = await open()(request)
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const read = (id: number, query = '', readable: readonly string[] = ['films', 'people', 'genres']) =>
    post(`/read/films/${id}${query}`, { _readable: readable })
  const pointers = ({ body }: Answer) => body.errors?.map(({ code, source }) => `${code} ${source?.pointer}`).toSorted()

  it('[SVC:history-save] [HIST:Changed] keeps fields, relations, operation, author and time of one save', async () => {
    const id = newRecord()
    const entry = {
      _eventId: crypto.randomUUID(),
      _sequence: 12,
      _version: 3,
      _operation: 'Changed',
      _at: '2026-03-04T05:06:07.089Z',
      _user: USER,
      _modifiedFields: {
        title: { old: 'Before', new: 'After' },
        rating: { new: 7.5 },
        maker: { old: null, new: 9, mediaType: 'people' },
      },
      _addedRelations: [{ relation: 'genres[movie]', mediaType: 'genres', ids: [4, 2] }],
      _removedRelations: [{ relation: 'genres[movie]', mediaType: 'genres', ids: [1] }],
    }
    expect(await post(`/save/films/${id}`, entry)).toEqual({ status: 201, body: { _saved: 1, _known: 0 } })
    expect(await read(id)).toEqual({
      status: 200,
      body: { _meta: { _page: 0, _pageSize: 20, _filterRowCount: 1, _pageCount: 1 }, _entries: [entry] },
    })
  })

  it('[SVC:history-save] [HIST:Added] [HIST:Removed] [HIST:AddedRelation] [HIST:RemovedRelation] knows five operations and no sixth', async () => {
    const id = newRecord()
    const operations = ['Added', 'Changed', 'AddedRelation', 'RemovedRelation', 'Removed']
    for (const [index, _operation] of operations.entries()) {
      const saved = await post(`/save/films/${id}`, { _version: index + 1, _operation, _user: USER })
      expect(saved.status).toBe(201)
    }
    const { body } = await read(id)
    expect(body._entries.map(({ _operation }) => _operation)).toEqual(operations.toReversed())
    expect(body._entries[0]).toMatchObject({ _modifiedFields: {}, _addedRelations: [], _removedRelations: [] })
    const sixth = await post(`/save/films/${id}`, { _version: 6, _operation: 'Renamed', _user: USER })
    expect([sixth.status, pointers(sixth)]).toEqual([422, ['VALIDATION /_operation']])
  })

  it('[SVC:history-batch] takes several changes, each once under its event id', async () => {
    const [one, other] = [newRecord(), newRecord()]
    const entry = (_id: number, n: number) => {
      const _eventId = EVENT(_id * 1000 + n)
      return { _mediaType: 'films', _id, _version: n, _operation: 'Changed', _user: USER, _eventId, _sequence: n }
    }
    const first = await post('/save/batch', {
      _changes: [entry(one, 1), entry(one, 2), entry(one, 2), entry(other, 3)],
    })
    expect(first).toEqual({ status: 200, body: { _saved: 3, _known: 1 } })
    const again = await post('/save/batch', { _changes: [entry(one, 2), entry(one, 4)] })
    expect(again.body).toEqual({ _saved: 1, _known: 1 })
    expect((await post(`/save/films/${one}`, { ...entry(one, 4), _mediaType: undefined, _id: undefined })).status).toBe(
      200,
    )
    expect((await read(one)).body._entries.map(({ _version }) => _version)).toEqual([4, 2, 1])
    expect((await read(other)).body._entries).toHaveLength(1)
  })

  it('[SVC:history-read] tells a record’s entries newest first, page by page, whatever order they came in', async () => {
    const id = newRecord()
    const _changes = [5, 3, 1, 2, 4].map((n) => {
      return { _mediaType: 'films', _id: id, _version: n, _operation: 'Changed', _user: USER, _sequence: n * 10 }
    })
    await post('/save/batch', { _changes })
    const page = async (query: string) => {
      const { body } = await read(id, query)
      return [body._meta, body._entries.map(({ _version }) => _version)]
    }
    const meta = { _filterRowCount: 5, _pageSize: 2, _pageCount: 3 }
    expect(await page('?page=0&limit=2')).toEqual([{ ...meta, _page: 0 }, [5, 4]])
    expect(await page('?page=2&limit=2')).toEqual([{ ...meta, _page: 2 }, [1]])
    expect(await page('?page=9&limit=2')).toEqual([{ ...meta, _page: 9 }, []])
    expect((await read(id, '?limit=601')).body._meta).toMatchObject({ _page: 0, _pageSize: 600 })
    expect((await read(id, '?limit=0')).body._meta._pageSize).toBe(1)
    // an entry that does not say where it belongs comes after those before it
    await post(`/save/films/${id}`, { _version: 9, _operation: 'Changed', _user: USER })
    expect((await read(id)).body._entries.map(({ _version }) => _version)).toEqual([9, 5, 4, 3, 2, 1])
  })

  it.each(['page=-1', 'page=x', 'limit=1.5', 'limit=99999999999'])('[SVC:history-read] refuses %s', async (query) => {
    const { status, body } = await read(1, `?${query}`)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ code: 'PARAMETER', source: { parameter: query.split('=')[0] } }])
  })

  it('[SVC:history-read.2] leaves out references to types that are not on the whitelist', async () => {
    const id = newRecord()
    const genres = { relation: 'genres[movie]', mediaType: 'genres', ids: [1] }
    const people = { relation: 'people[movie]', mediaType: 'people', ids: [2] }
    await post(`/save/films/${id}`, {
      _version: 1,
      _operation: 'Changed',
      _user: USER,
      _modifiedFields: { title: { new: 'x' }, maker: { new: 9, mediaType: 'people' } },
      _addedRelations: [genres, people],
      _removedRelations: [people, genres],
    })
    const [entry] = (await read(id, '', ['films', 'genres'])).body._entries
    expect(entry).toMatchObject({
      _modifiedFields: { title: { new: 'x' } },
      _addedRelations: [genres],
      _removedRelations: [genres],
    })
    expect(entry?._modifiedFields).not.toHaveProperty('maker')
    // a record of a type that is not on it is as absent
    expect((await read(id, '', ['genres', 'people'])).body).toMatchObject({
      _meta: { _filterRowCount: 0 },
      _entries: [],
    })
  })

  it('[SVC:history-save] [D1] tells every problem of a body with its pointer and keeps nothing of it', async () => {
    const id = newRecord()
    const answer = await post(`/save/films/${id}`, {
      _eventId: 'x',
      _sequence: 0,
      _version: 1.5,
      _operation: 'Changed',
      _at: '2026-02-30',
      _user: { id: '7', name: 1 },
      _modifiedFields: { 'a/b': { old: '\u0000' }, title: 'x', year: { before: 1 } },
      _addedRelations: [{ relation: '', mediaType: 'No Name', ids: ['1'] }, 5],
      _removedRelations: {},
      _mediaType: 'films',
    })
    expect(answer.status).toBe(422)
    expect(pointers(answer)).toEqual(
      [
        '/_addedRelations/0/ids',
        '/_addedRelations/0/mediaType',
        '/_addedRelations/0/relation',
        '/_addedRelations/1',
        '/_at',
        '/_eventId',
        '/_mediaType',
        '/_modifiedFields/a~1b/old',
        '/_modifiedFields/title',
        '/_modifiedFields/year/before',
        '/_removedRelations',
        '/_sequence',
        '/_user/id',
        '/_user/name',
        '/_version',
      ].map((pointer) => `VALIDATION ${pointer}`),
    )
    const batch = await post('/save/batch', { _changes: [{ _mediaType: 'films', _id: id }, { _id: -1 }] })
    expect(pointers(batch)).toEqual(
      [
        '/_changes/0/_operation',
        '/_changes/0/_user',
        '/_changes/0/_version',
        '/_changes/1/_id',
        '/_changes/1/_mediaType',
        '/_changes/1/_operation',
        '/_changes/1/_user',
        '/_changes/1/_version',
      ].map((pointer) => `VALIDATION ${pointer}`),
    )
    expect((await read(id)).body._entries).toEqual([])
  })

  it('[SVC:history-save] [ERR:BODY_SYNTAX] answers what it cannot keep or find by an error of the sender', async () => {
    const head = '"_version":1,"_operation":"Changed","_user":{"id":null,"name":"x"}'
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const deep = nested(70)
    const cases: readonly (readonly [string, unknown, number, string])[] = [
      ['/save/films/1', '{', 400, 'BODY_SYNTAX'],
      ['/save/films/1', '[]', 422, 'VALIDATION'],
      ['/save/films/1', `{${head},"_modifiedFields":{"a":{"new":1e999999}}}`, 422, 'VALIDATION'],
      ['/save/films/1', `{${head},"_modifiedFields":{"a":{"new":${deep}}}}`, 422, 'VALIDATION'],
      ['/save/films/1', `{${head},"_modifiedFields":{"a":{"new":${nested(10_000)}}}}`, 400, 'BODY_SYNTAX'],
      ['/save/batch', `{"_changes":${nested(10_000)}}`, 400, 'BODY_SYNTAX'],
      ['/read/films/1', `{"_readable":${nested(10_000)}}`, 400, 'BODY_SYNTAX'],
      ['/recent', nested(10_000), 400, 'BODY_SYNTAX'],
      ['/save/films/1', `{${head},"_at":"2026-13-01T00:00:00Z"}`, 422, 'VALIDATION'],
      ['/save/films/99999999999999999999', `{${head}}`, 404, 'NOT_FOUND'],
      ['/save/films/99999999999999999', `{${head}}`, 404, 'NOT_FOUND'],
      ['/save/Films/1', `{${head}}`, 404, 'NOT_FOUND'],
      ['/save/batch', '{"_changes":{}}', 422, 'VALIDATION'],
      ['/read/films/x', '{"_readable":[]}', 404, 'NOT_FOUND'],
      ['/read/films/1', '{}', 422, 'VALIDATION'],
      ['/read/films/1', '{"_readable":["A b"]}', 422, 'VALIDATION'],
      ['/nothing', '{}', 404, 'NOT_FOUND'],
    ]
    for (const [path, body, status, code] of cases) {
      const answer = await post(path, body)
      expect([path, body, answer.status, answer.body.errors?.[0]?.code]).toEqual([path, body, status, code])
    }
    expect((await post('/save/films/1', `{${head}}`, 'text/plain')).status).toBe(415)
    const got = await open()(new Request('http://history.test/edithistory/v1/save/films/1'))
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('[SVC:history-batch] takes an empty batch and at most 1,000 changes', async () => {
    expect((await post('/save/batch', { _changes: [] })).body).toEqual({ _saved: 0, _known: 0 })
    const change = { _mediaType: 'films', _id: newRecord(), _version: 1, _operation: 'Changed', _user: USER }
    const many = await post('/save/batch', { _changes: Array.from({ length: 1001 }, () => change) })
    expect([many.status, pointers(many)]).toEqual([422, ['VALIDATION /_changes']])
  })

  it('keeps numbers with all their digits', async () => {
    const id = newRecord()
    const number = '12345678901234567890.123456789'
    const body = `{"_version":1,"_operation":"Changed","_user":{"id":null,"name":"x"},"_modifiedFields":{"a":{"new":${number}}}}`
    await post(`/save/films/${id}`, body)
    const request = new Request(`http://history.test/edithistory/v1/read/films/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"_readable":["films"]}',
    })
    expect(await (await open()(request)).text()).toContain(number)
  })
})
