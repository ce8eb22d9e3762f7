import { describe, expect, it } from 'vitest'
import type { RecordHistory } from '../../shared/history.ts'
import { ADMIN } from '../harness/credentials.ts'
import { service } from '../harness/service.ts'
import { create, error, idOf, newMovie, patch, send, update, word } from './client.ts'
import { call, history, READABLE, serviceRead, versionOf } from './history-client.ts'

const sameIds =
  (...ids: readonly number[]) =>
  (value: unknown) =>
    JSON.stringify((value as number[]).toSorted()) === JSON.stringify(ids.toSorted())

describe('the history of a record', () => {
  it('[EV1] [HIST:Added] [HIST:Changed] [HIST:Removed] has one entry for its creation, each change and its removal', async () => {
    const director = await create('people', { name: word() })
    const movie = await newMovie({ year: 1990, _links: { director: director._id } })
    const changed = await update('movies', movie._id, { year: 1991, synopsis: 'New.', _links: { director: null } })
    const removed = await send('DELETE', `/movies/${movie._id}`)
    expect(removed.status).toBe(204)
    const { status, body, headers } = await history('movies', movie._id)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ mediaType: 'movies', id: movie._id, page: 0, pageSize: 20, total: 3, pageCount: 1 })
    const [last, second, first] = body.entries
    expect(first).toMatchObject({ operation: 'Added', version: versionOf(movie), user: { name: 'Administrator' } })
    expect(first?.fields).toContainEqual({ name: 'year', label: 'Year', old: null, new: 1990 })
    expect(second).toMatchObject({ operation: 'Changed', version: versionOf(changed) })
    expect(second?.fields).toEqual([
      { name: 'year', label: 'Year', old: 1990, new: 1991 },
      { name: 'director', label: 'Director', old: director._id, new: null, mediaType: 'people' },
      { name: 'synopsis', label: 'Synopsis', old: null, new: 'New.' },
    ])
    expect(last).toMatchObject({ operation: 'Removed', version: versionOf(changed) })
    expect(last?.fields).toContainEqual({ name: 'title', label: 'Title', old: movie.title, new: null })
    expect(body.names.people).toEqual({ [director._id]: director.name })
    for (const { at } of body.entries) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(120_000)
    expect((await history('movies', movie._id, '?page=1&limit=2')).body.entries).toMatchObject([{ operation: 'Added' }])
  })

  it('[HIST:AddedRelation] [HIST:RemovedRelation] [EV1] names relations that came and went', async () => {
    const [western, drama] = [await idOf('genres', { name: 'Western' }), await idOf('genres', { name: 'Drama' })]
    const movie = await newMovie({ genres: [western] })
    await update('movies', movie._id, { _links: { genres: { operation: 'Add', values: [drama] } } })
    await update('movies', movie._id, { _links: { genres: { operation: 'Remove', values: [western, drama] } } })
    const { entries, names } = (await history('movies', movie._id)).body
    const genres = { relation: 'genres[movie]', label: 'Genres', mediaType: 'genres' }
    expect(entries.map(({ operation, relations }) => [operation, relations])).toEqual([
      ['RemovedRelation', [{ ...genres, added: [], removed: expect.toSatisfy(sameIds(western, drama)) }]],
      ['AddedRelation', [{ ...genres, added: [drama], removed: [] }]],
      ['Added', [{ ...genres, added: [western], removed: [] }]],
    ])
    expect(names.genres).toEqual({ [western]: 'Western', [drama]: 'Drama' })
  })

  it('has nothing of an update that changes nothing, nor of one that fails', async () => {
    const movie = await newMovie({ year: 1990 })
    await update('movies', movie._id, { year: 1990 })
    expect((await patch(`/movies/${movie._id}`, { movies: [{ year: 1 }] })).status).toBe(422)
    const both = await patch('/movies', {
      movies: [
        { _id: movie._id, year: 1991 },
        { _id: movie._id, year: 1 },
      ],
    })
    expect(both.status).toBe(422)
    expect((await history('movies', movie._id)).body.total).toBe(1)
  })

  it('[EV1] has an entry for each record of a bulk', async () => {
    const movies = [await newMovie(), await newMovie()]
    const bulk = await patch(`/movies/${movies.map(({ _id }) => _id).join(',')}`, { movies: [{ year: 1950 }] })
    expect(bulk.status).toBe(200)
    for (const { _id } of movies) {
      const [entry] = (await history('movies', _id)).body.entries
      expect(entry).toMatchObject({ operation: 'Changed', fields: [{ name: 'year', new: 1950 }] })
    }
  })

  it('is 404 for what is no record, with what was expected', async () => {
    const unknown = await history('movies', 999_999_999)
    expect([unknown.status, unknown.body.errors?.[0]?.code]).toEqual([404, 'NOT_FOUND'])
    expect((await call<object>('GET', '/api/v2/history/nothing/1')).body.errors?.[0]?.code).toBe('UNKNOWN_MEDIA_TYPE')
    expect((await call<object>('GET', '/api/v2/history/movies/x')).status).toBe(404)
    expect((await call<object>('DELETE', '/api/v2/history/movies/1')).status).toBe(405)
    const bad = await history('movies', 1, '?page=-1')
    expect([bad.status, bad.body.errors?.[0]?.source]).toEqual([400, { parameter: 'page' }])
    expect((await fetch(`${service().url}/api/v2/history/movies/1`)).status).toBe(401)
  })

  it('never holds a secret', async () => {
    const collection = await create('collections', { name: word(), access_code: 'first-secret' })
    await update('collections', collection._id, { access_code: 'second-secret' })
    const { body } = await history('collections', collection._id)
    expect(body.entries[0]?.fields).toEqual([
      { name: 'access_code', label: expect.any(String), old: '********', new: '********' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/first-secret|second-secret/)
  })
})

describe('edit history as a service', () => {
  it('[SVC:history-read] [SVC:history-read.2] tells pages, newest first, without references to types not asked for', async () => {
    const western = await idOf('genres', { name: 'Western' })
    const movie = await newMovie({ year: 1990, genres: [western] })
    await update('movies', movie._id, { year: 1991, _links: { genres: [] } })
    await history('movies', movie._id)
    const { body } = await serviceRead('movies', movie._id, READABLE, '?page=0&limit=1')
    expect(body._meta).toEqual({ _page: 0, _pageSize: 1, _filterRowCount: 2, _pageCount: 2 })
    expect(body._entries).toMatchObject([
      {
        _operation: 'Changed',
        _modifiedFields: { year: { old: 1990, new: 1991 } },
        _removedRelations: [{ relation: 'genres[movie]', mediaType: 'genres', ids: [western] }],
      },
    ])
    const without = await serviceRead('movies', movie._id, ['movies'])
    expect(
      without.body._entries.map(({ _addedRelations, _removedRelations }) => [_addedRelations, _removedRelations]),
    ).toEqual([
      [[], []],
      [[], []],
    ])
    expect((await serviceRead('movies', movie._id, [])).body._entries).toEqual([])
  })

  it('[SVC:history-save] [SVC:history-batch] [X30] takes entries of others, each once', async () => {
    const movie = await newMovie()
    const entry = { _version: 5, _operation: 'Changed', _user: { id: null, name: 'importer' } }
    const _eventId = crypto.randomUUID()
    const path = `/edithistory/v1/save/movies/${movie._id}`
    const fields = { _modifiedFields: { title: { old: 'a', new: 'b' } } }
    expect((await call('POST', path, { ...entry, ...fields, _eventId })).status).toBe(201)
    expect(await call('POST', path, { ...entry, _eventId })).toMatchObject({
      status: 200,
      body: { _saved: 0, _known: 1 },
    })
    const batch = await call('POST', '/edithistory/v1/save/batch', {
      _changes: [{ ...entry, _mediaType: 'movies', _id: movie._id, _version: 6 }],
    })
    expect(batch).toMatchObject({ status: 200, body: { _saved: 1, _known: 0 } })
    const { entries } = (await history('movies', movie._id)).body
    expect(entries.filter(({ user }) => user.name === 'importer').map(({ version }) => version)).toEqual([6, 5])
    const wrong = await call<object>('POST', path, { ...entry, _version: 'x' })
    expect([wrong.status, wrong.body.errors?.[0]?.source]).toEqual([422, { pointer: '/_version' }])
  })

  it('[G4.a] [X30.a] is named among the parts of the service', async () => {
    const { status, body } = await call<{ readonly parts: object }>('GET', '/health/ready')
    expect([status, body.parts]).toMatchObject([200, { editHistory: { state: 'up' } }])
    expect(await call('GET', '/edithistory/v1/health')).toMatchObject({ status: 200, body: { status: 'up' } })
  })
})

describe('a record that was changed meanwhile', () => {
  it('[D3.z] is answered with the names of what is no longer as it was read', async () => {
    const western = await idOf('genres', { name: 'Western' })
    const movie = await newMovie({ year: 1990 })
    await update('movies', movie._id, { year: 1991, synopsis: 'x' })
    const second = await update('movies', movie._id, { synopsis: null, _links: { genres: [western] } })
    const stale = async (tag: string) =>
      error(await patch(`/movies/${movie._id}`, { movies: [{ year: 2000 }] }, { 'if-match': `"${tag}"` })).meta
    expect(await stale(movie._etag)).toEqual({ _etag: second._etag, _changed: ['year', 'genres[movie]'] })
    expect(await stale('77.1')).toEqual({ _etag: second._etag })
  })
})

describe('a signed-in person', () => {
  it('[EV1] is the author of what it saves, and reads and restores with its session', async () => {
    const { url } = service()
    const login = await fetch(`${url}/api/v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
    })
    const { user } = (await login.json()) as { readonly user: { readonly id: number; readonly name: string } }
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const asUser = (method: string, path: string, body?: object, origin = url) =>
      fetch(`${url}${path}`, {
        method,
        headers: { cookie, origin, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const movie = await newMovie({ year: 1990 })
    expect((await asUser('PATCH', `/api/v1/movies/${movie._id}`, { movies: [{ year: 1991 }] })).status).toBe(200)
    const path = `/api/v2/history/movies/${movie._id}`
    const version = versionOf(movie)
    expect((await asUser('POST', `${path}/restore`, { version }, 'http://elsewhere.test')).status).toBe(403)
    expect((await asUser('POST', `${path}/restore`, { version })).status).toBe(200)
    const { entries } = (await (await asUser('GET', path)).json()) as RecordHistory
    expect(entries.map(({ user: author }) => author)).toEqual([
      { id: user.id, name: user.name },
      { id: user.id, name: user.name },
      { id: null, name: expect.any(String) },
    ])
  })
})
