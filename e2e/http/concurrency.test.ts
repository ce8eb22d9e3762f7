import { describe, expect, it } from 'vitest'
import type { ErrorObject } from '../../shared/envelope.ts'
import type { PresenceHealth, PresenceLink, Viewer } from '../../shared/presence.ts'
import { accessToken, request, service } from '../harness/service.ts'
import { create, idOf, newMovie, send, word } from './client.ts'
import { call } from './history-client.ts'
import { type BrowserSession, signIn } from './session.ts'

interface Answer<T> {
  readonly status: number
  readonly body: T & { readonly errors?: readonly ErrorObject[] }
}

interface Person {
  readonly id: number
  readonly name: string
  readonly post: <T = PresenceLink>(path: string, body: unknown) => Promise<Answer<T>>
  readonly get: <T>(path: string) => Promise<Answer<T>>
}

const BASE = '/api/v2/concurrency'

async function answered<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

/** A user of this test's own who reads films and writes them unless told otherwise, and nothing else. */
async function person({ write = true } = {}): Promise<Person> {
  const username = word().slice(0, 20)
  const password = word()
  const name = `Person ${username}`
  const { _id: id } = await create('users', { username, name, password })
  const item = { owner_type: '1', owner_id: id, object_type: '2', key: 'movies' }
  await create('permissions', { ...item, can_read: true, can_write: write, can_delete: false })
  const session: BrowserSession = await signIn({ username, password })
  return {
    id,
    name,
    post: async (path, body) =>
      answered(await session.send(`${BASE}/${path}`, { method: 'POST', body: JSON.stringify(body) })),
    get: async (path) => answered(await session.send(`${BASE}/${path}`)),
  }
}

const on = (recordId: number, action = 'viewing') => ({ pageKey: 'film', mediaType: 'movies', recordId, action })
const faults = ({ status, body }: Answer<object>) => [
  status,
  ...(body.errors ?? []).map(({ code, source }) => `${code} ${source?.pointer ?? source?.parameter ?? ''}`.trim()),
]
const seen = async (by: Person, id: number) =>
  (await by.get<{ readonly viewers: readonly Viewer[] }>(`viewers?mediaType=movies&recordId=${id}`)).body.viewers

describe('who is on a record', () => {
  it('[R4] [RT:concurrency] [SVC:concurrency] [EV7] [EV8] [X47] is told to the others: links, refreshes, leaves', async () => {
    const [ada, bo, { _id: film }] = await Promise.all([person(), person(), newMovie()])
    const before = Date.now()
    const first = await ada.post('link', on(film))
    expect([first.status, first.body.viewers]).toEqual([200, []])
    // four minutes from now, and some seconds for the clocks of two machines
    expect(Math.abs(Date.parse(first.body.expiresAt) - before - 240_000)).toBeLessThan(20_000)
    const second = await bo.post('link', on(film, 'editing'))
    expect(second.body.viewers).toEqual([
      { userId: ada.id, name: ada.name, action: 'viewing', pageKey: 'film', since: expect.any(String) },
    ])
    const { linkId } = first.body
    const refreshed = await ada.post('refresh', { linkId, ...on(film, 'editing') })
    expect(refreshed).toMatchObject({ status: 200, body: { linkId, viewers: [{ name: bo.name, action: 'editing' }] } })
    expect(Date.parse(refreshed.body.expiresAt)).toBeGreaterThanOrEqual(Date.parse(first.body.expiresAt))
    expect(await seen(bo, film)).toMatchObject([{ userId: ada.id, action: 'editing' }])
    expect(await seen(ada, film)).toMatchObject([{ userId: bo.id }])
    expect((await ada.post('unlink', { linkId })).status).toBe(204)
    expect((await ada.post('unlink', { linkId })).status).toBe(204)
    expect(await seen(bo, film)).toEqual([])
    expect(faults(await ada.post('refresh', { linkId }))).toEqual([404, 'NOT_FOUND'])
  })

  it('[EV7] counts who has two windows once, and is told to nobody on other records', async () => {
    const [ada, bo, { _id: film }, { _id: other }] = await Promise.all([person(), person(), newMovie(), newMovie()])
    const one = (await ada.post('link', on(film))).body
    const two = (await ada.post('link', on(film, 'editing'))).body
    expect(two.viewers).toEqual([])
    expect((await bo.post('link', on(other))).body.viewers).toEqual([])
    expect((await bo.post('link', on(film))).body.viewers).toMatchObject([{ userId: ada.id, action: 'editing' }])
    await ada.post('unlink', { linkId: two.linkId })
    expect(await seen(bo, film)).toMatchObject([{ userId: ada.id, action: 'viewing' }])
    await ada.post('unlink', { linkId: one.linkId })
    expect(await seen(bo, film)).toEqual([])
  })

  it('[R4] [X47.a] goes by who calls, and never by what a body says', async () => {
    const [ada, bo, { _id: film }] = await Promise.all([person(), person(), newMovie()])
    expect(faults(await ada.post('link', { ...on(film), userId: bo.id }))).toEqual([422, 'VALIDATION /userId'])
    const { body } = await ada.post('link', { ...on(film), userId: ada.id })
    for (const path of ['refresh', 'unlink']) await bo.post(path, { linkId: body.linkId })
    expect(faults(await bo.post('refresh', { linkId: body.linkId }))).toEqual([404, 'NOT_FOUND'])
    expect(await seen(bo, film)).toMatchObject([{ userId: ada.id }])
  })

  it('[R4] [X47.c] says of nobody that they edit what they may not write', async () => {
    const [ada, bo, { _id: film }] = await Promise.all([person({ write: false }), person(), newMovie()])
    const { linkId } = (await ada.post('link', on(film, 'editing'))).body
    expect(await seen(bo, film)).toMatchObject([{ userId: ada.id, action: 'viewing' }])
    expect((await ada.post('refresh', { linkId, action: 'editing' })).status).toBe(200)
    expect(await seen(bo, film)).toMatchObject([{ userId: ada.id, action: 'viewing' }])
  })

  it('[R4] [P3] is nothing to those who may not read it, as if there were no such record', async () => {
    const [ada, { _id: film }] = await Promise.all([person(), newMovie()])
    const genre = await idOf('genres', { name: 'Western' })
    for (const record of [
      { mediaType: 'genres', recordId: genre },
      { mediaType: 'movies', recordId: 999_999_999 },
      { mediaType: 'nothing', recordId: 1 },
    ]) {
      const query = new URLSearchParams({ mediaType: record.mediaType, recordId: String(record.recordId) })
      expect(faults(await ada.post('link', { ...on(0), ...record }))).toEqual([404, 'NOT_FOUND'])
      expect(faults(await ada.get(`viewers?${query}`))).toEqual([404, 'NOT_FOUND'])
    }
    const { body } = await ada.post('link', on(film))
    await send('DELETE', `/movies/${film}`)
    expect(faults(await ada.post('refresh', { linkId: body.linkId }))).toEqual([404, 'NOT_FOUND'])
    expect((await ada.post('unlink', { linkId: body.linkId })).status).toBe(204)
  })

  it('refuses what it cannot read, and says where', async () => {
    const [ada, { _id: film }] = await Promise.all([person(), newMovie()])
    expect(faults(await ada.post('link', {}))).toEqual([
      422,
      'VALIDATION /pageKey',
      'VALIDATION /mediaType',
      'VALIDATION /recordId',
      'VALIDATION /action',
    ])
    expect(faults(await ada.post('link', { ...on(film, 'Editing'), more: 1 }))).toEqual([
      422,
      'VALIDATION /more',
      'VALIDATION /action',
    ])
    expect(faults(await ada.post('link', { ...on(film), recordId: '1' }))).toEqual([422, 'VALIDATION /recordId'])
    for (const path of ['refresh', 'unlink']) {
      expect(faults(await ada.post(path, {}))).toEqual([422, 'VALIDATION /linkId'])
      expect(faults(await ada.post(path, [])).slice(0, 2)).toEqual([422, 'VALIDATION'])
    }
    expect(faults(await ada.post('refresh', { linkId: 'none' }))).toEqual([404, 'NOT_FOUND'])
    expect(faults(await ada.get('viewers?recordId=1'))).toEqual([400, 'PARAMETER mediaType'])
    expect(faults(await ada.get('viewers?mediaType=movies&recordId=one'))).toEqual([400, 'PARAMETER recordId'])
    expect(faults(await ada.get('viewers?mediaType=movies&recordId=1&more=1'))).toEqual([400, 'PARAMETER more'])
    expect(faults(await ada.get('link'))).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(faults(await ada.post('health', {}))).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  it('[EV6] [VER:concurrency-probe] [LIM:concurrency-poll] [LIM:concurrency-expiry] [X47.b] is told every 10 seconds, says the probe', async () => {
    const ada = await person()
    const { status, body } = await ada.get<PresenceHealth>('health')
    expect([status, body]).toEqual([200, { status: 'up', pollingSeconds: 10, expirySeconds: 240 }])
    const ready = (await (await request('/health/ready')).json()) as { readonly parts: object }
    expect(ready.parts).toMatchObject({ concurrency: { state: 'up' } })
  })
})

describe('the concurrency service itself', () => {
  it('[R4.a] [R4.b] [R4.c] [VER:services] [SVC:concurrency] links, refreshes, unlinks and tells viewers and health', async () => {
    const [ada, bo, { _id: film }] = await Promise.all([person(), person(), newMovie()])
    const own = `/concurrency/v1/viewers/movies/${film}`
    const linked = await call<PresenceLink>('POST', '/concurrency/v1/link', { userId: ada.id, ...on(film) })
    expect(linked).toMatchObject({ status: 200, body: { viewers: [] } })
    const { linkId } = linked.body
    expect((await bo.post('link', on(film))).body.viewers).toMatchObject([{ userId: ada.id, name: ada.name }])
    expect(await call('PUT', `/concurrency/v1/link/${linkId}`, { action: 'editing' })).toMatchObject({
      status: 200,
      body: { linkId, viewers: [{ userId: bo.id }] },
    })
    expect(await call('GET', own)).toMatchObject({
      status: 200,
      body: { viewers: expect.arrayContaining([expect.objectContaining({ userId: ada.id, action: 'editing' })]) },
    })
    expect((await request(`/concurrency/v1/link/${linkId}`, { method: 'DELETE' })).status).toBe(204)
    expect((await call('PUT', `/concurrency/v1/link/${linkId}`)).status).toBe(404)
    expect(await call('GET', '/concurrency/v1/health')).toMatchObject({ status: 200, body: { status: 'up' } })
  })

  it('[SVC:concurrency] [ERR:FORBIDDEN] is for services and administrators', async () => {
    const username = word().slice(0, 20)
    const password = word()
    await create('users', { username, name: username, password })
    const session = await signIn({ username, password })
    expect((await session.send('/concurrency/v1/viewers/movies/1')).status).toBe(403)
    expect((await fetch(`${service().url}/concurrency/v1/health`)).status).toBe(401)
    const authorization = `Bearer ${await accessToken()}`
    const answer = await fetch(`${service().url}/concurrency/v1/health`, { headers: { authorization } })
    expect(answer.status).toBe(200)
  })
})
