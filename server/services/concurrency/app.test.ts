import { serve } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorObject } from '../../../shared/envelope.ts'
import type { PresenceLink, Viewer } from '../../../shared/presence.ts'
import { addUser } from '../../auth/test-service.ts'
import { openTestService, type TestService } from '../../query/test-service.ts'
import { keptLog } from '../history/test-history.ts'
import { type Send, transport } from '../transport.ts'
import { concurrencyApp } from './app.ts'
import { concurrencyClient } from './client.ts'
import { memoryPresence } from './memory-store.ts'
import { EXPIRY_MS, newRecord, SCAN_MS } from './test-presence-store.ts'
import { userNames } from './user-names.ts'

let service: TestService
let send: Readonly<Record<string, Send>>
let server: ReturnType<typeof serve>
let [ada, bo] = [0, 0]
let time = Date.parse('2026-11-21T12:00:00Z')
const { log, lines } = keptLog()

beforeAll(async () => {
  service = await openTestService()
  const { database } = service.context
  ada = await addUser(database, 'ada')
  bo = await addUser(database, 'bo')
  const now = () => time
  const store = memoryPresence({ expiryMs: EXPIRY_MS, scanMs: SCAN_MS, now })
  const app = concurrencyApp({ store, names: userNames(database, 60_000, now), expiryMs: EXPIRY_MS, log })
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

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Partial<PresenceLink> & {
    readonly viewers?: readonly Viewer[]
    readonly errors?: readonly ErrorObject[]
  }
}

describe.each(['in this process', 'over HTTP'])('[G1.e] [SVC:concurrency] the concurrency service %s', (way) => {
  async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://presence.test/concurrency/v1${path}`, { method, headers, ...sent })
    const response = await (send[way] as Send)(request)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }
  const link = (record: object, userId: number, more: object = {}) =>
    ask('POST', '/link', { userId, pageKey: 'film', action: 'viewing', ...record, ...more })
  const faults = ({ status, body }: Answer) => [
    status,
    ...(body.errors ?? []).map(({ code, source }) => `${code} ${source?.pointer ?? source?.parameter ?? ''}`.trim()),
  ]

  it('[R4.a] [EV7] links a user, and answers with the others on the record', async () => {
    const record = newRecord()
    const first = await link(record, ada)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const expiresAt = new Date(time + EXPIRY_MS).toISOString()
    expect(first.body).toEqual({ linkId: expect.any(String), expiresAt, viewers: [] })
    const since = new Date(time).toISOString()
    time += 1000
    const second = await link(record, bo, { action: 'editing' })
    expect(second.body.viewers).toEqual([{ userId: ada, name: 'The ada', action: 'viewing', pageKey: 'film', since }])
  })

  it('[R4.b] [EV7] [EV8] refreshes a link and ends it', async () => {
    const record = newRecord()
    const { linkId } = (await link(record, ada)).body
    await link(record, bo)
    time += EXPIRY_MS - 1
    const refreshed = await ask('PUT', `/link/${linkId}`, { userId: ada, action: 'editing', ...record })
    expect(refreshed).toMatchObject({
      status: 200,
      body: { linkId, expiresAt: new Date(time + EXPIRY_MS).toISOString(), viewers: [{ userId: bo }] },
    })
    expect((await ask('GET', `/viewers/films/${record.recordId}?userId=${bo}`)).body.viewers).toMatchObject([
      { userId: ada, action: 'editing' },
    ])
    expect((await ask('PUT', `/link/${linkId}`)).status).toBe(200)
    expect((await ask('DELETE', `/link/${linkId}?userId=${bo}`)).status).toBe(404)
    expect((await ask('DELETE', `/link/${linkId}`)).status).toBe(204)
    expect((await ask('PUT', `/link/${linkId}`)).status).toBe(404)
  })

  it('[EV7] [R4.c] tells of a user once, who edits when any window does', async () => {
    const record = newRecord()
    await link(record, ada)
    time += 1000
    const second = (await link(record, ada, { action: 'editing', pageKey: 'other' })).body
    const seen = async () => (await ask('GET', `/viewers/films/${record.recordId}`)).body.viewers
    const since = new Date(time - 1000).toISOString()
    expect(await seen()).toEqual([{ userId: ada, name: 'The ada', action: 'editing', pageKey: 'other', since }])
    await ask('DELETE', `/link/${second.linkId}`)
    expect(await seen()).toMatchObject([{ userId: ada, action: 'viewing', since }])
    expect((await ask('GET', `/viewers/films/${record.recordId}?userId=${ada}`)).body.viewers).toEqual([])
  })

  it('[LIM:concurrency-scan] believes a name for a minute, and tells nothing of users there are no more', async () => {
    const { kysely } = service.context.database
    const id = await addUser(service.context.database, `cy ${way}`)
    const record = newRecord()
    const { linkId } = (await link(record, ada)).body
    await link(record, id)
    const rename = (name: string) => kysely.updateTable('users').set({ name }).where('id', '=', id).execute()
    const seen = async () => (await ask('PUT', `/link/${linkId}`)).body.viewers?.map(({ name }) => name)
    await rename('Cy of old')
    time += 59_999
    expect(await seen()).toEqual([`The cy ${way}`])
    time += 1
    expect(await seen()).toEqual(['Cy of old'])
    await kysely.deleteFrom('users').where('id', '=', id).execute()
    time += 60_000
    expect(await seen()).toEqual([])
  })

  it('[X47] refuses what it cannot read, and says where', async () => {
    const record = newRecord()
    expect(faults(await ask('POST', '/link', {}))).toEqual([
      422,
      'VALIDATION /userId',
      'VALIDATION /pageKey',
      'VALIDATION /mediaType',
      'VALIDATION /recordId',
      'VALIDATION /action',
    ])
    expect(faults(await link(record, 999_999))).toEqual([422, 'VALIDATION /userId'])
    expect(faults(await link(record, ada, { action: 'Viewing' }))).toEqual([422, 'VALIDATION /action'])
    expect(faults(await link(record, ada, { more: 1, recordId: 1.5 }))).toEqual([
      422,
      'VALIDATION /more',
      'VALIDATION /recordId',
    ])
    for (const pageKey of ['', 'a b', 'a\0', 'x'.repeat(101), 7])
      expect([pageKey, faults(await link(record, ada, { pageKey }))]).toEqual([pageKey, [422, 'VALIDATION /pageKey']])
    expect(faults(await ask('POST', '/link', '{'))).toEqual([400, 'BODY_SYNTAX'])
    expect(faults(await ask('POST', '/link', [1]))).toEqual([422, 'VALIDATION'])
    const { linkId } = (await link(record, ada)).body
    expect(faults(await ask('PUT', `/link/${linkId}`, { recordId: record.recordId + 1 }))).toEqual([404, 'NOT_FOUND'])
    expect(faults(await ask('PUT', `/link/${linkId}`, { action: null }))).toEqual([422, 'VALIDATION /action'])
    expect(faults(await ask('PUT', '/link/none'))).toEqual([404, 'NOT_FOUND'])
    expect(faults(await ask('DELETE', `/link/${linkId}?userId=me`))).toEqual([400, 'PARAMETER userId'])
    for (const path of ['/viewers/films/x', '/viewers/Films/1', '/viewers/films/9999999999999999', '/nothing'])
      expect([path, ...faults(await ask('GET', path))]).toEqual([path, 404, 'NOT_FOUND'])
    for (const [method, path] of [
      ['GET', '/link'],
      ['POST', `/link/${linkId}`],
      ['POST', '/viewers/films/1'],
      ['DELETE', '/health'],
    ] as const)
      expect([path, ...faults(await ask(method, path))]).toEqual([path, 405, 'METHOD_NOT_ALLOWED'])
  })

  it('[VER:concurrency-probe] [R4.c] tells that it is up, and how long a link lives', async () => {
    expect(await ask('GET', '/health')).toMatchObject({ status: 200, body: { status: 'up', expirySeconds: 240 } })
  })

  it('is asked through its client', async () => {
    const client = concurrencyClient(send[way] as Send)
    const record = newRecord()
    const asked = { ...record, userId: ada, pageKey: 'film', action: 'viewing' } as const
    const { linkId, viewers } = await client.link(asked)
    expect(viewers).toEqual([])
    expect(await client.viewers(record, null)).toMatchObject([{ userId: ada }])
    expect(await client.viewers(record, ada)).toEqual([])
    expect(await client.refresh(linkId, { userId: bo })).toBeNull()
    expect(await client.refresh(linkId, { userId: ada })).toMatchObject({ linkId })
    await client.unlink(linkId, ada)
    await client.unlink(linkId, ada)
    expect(await client.refresh(linkId, { userId: ada })).toBeNull()
    expect(await client.health()).toMatchObject({ expirySeconds: 240 })
  })
})

describe('a concurrency service that does not serve', () => {
  const down = { problems: [{ code: 'DEPENDENCY_DOWN' }], headers: { 'retry-after': '2' } }
  it.each([
    ['refuses', () => Response.json({ errors: [] }, { status: 500 })],
    ['is none', () => new Response(null, { status: 404 })],
    ['is another program', () => new Response('<html>', { status: 200 })],
  ])('[ERR:concurrency-service-down] is told of as down when it %s', async (_, answer) => {
    const client = concurrencyClient(transport(answer))
    const asked = { mediaType: 'films', recordId: 1, userId: 1, pageKey: 'film', action: 'viewing' } as const
    await expect(client.link(asked)).rejects.toMatchObject(down)
    await expect(client.viewers(asked, null)).rejects.toMatchObject(down)
    await expect(client.health()).rejects.toMatchObject(down)
  })
})
