import { describe, expect, it } from 'vitest'
import type { Entity, ErrorObject } from '../../shared/envelope.ts'
import type { RecordHistory, RestoredVersion, VersionDifference } from '../../shared/history.ts'
import { ADMIN } from '../harness/credentials.ts'
import { request, service } from '../harness/service.ts'
import { create, error, idOf, links, newMovie, patch, read, send, update, word } from './client.ts'

type Errors = { readonly errors?: readonly ErrorObject[] }

interface Found<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T & Errors
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Found<T>> {
  const json = { accept: 'application/json', 'content-type': 'application/json', ...headers }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await request(path, { method, headers: json, ...sent })
  return { status: response.status, headers: response.headers, body: (await response.json()) as T & Errors }
}

const history = (type: string, id: number, query = '') =>
  call<RecordHistory>('GET', `/api/v2/history/${type}/${id}${query}`)
const difference = (type: string, id: number, query: string) =>
  call<VersionDifference>('GET', `/api/v2/history/${type}/${id}/difference?${query}`)
const restore = (type: string, id: number, version: unknown, headers = {}) =>
  call<RestoredVersion>('POST', `/api/v2/history/${type}/${id}/restore`, { version }, headers)
const sameIds =
  (...ids: readonly number[]) =>
  (value: unknown) =>
    JSON.stringify((value as number[]).toSorted()) === JSON.stringify(ids.toSorted())
const versionOf = ({ _etag }: Entity): number => Number(_etag.split('.')[0])

interface ServicePage {
  readonly _meta: Readonly<Record<string, number>>
  readonly _entries: readonly Readonly<Record<string, unknown>>[]
}
const READABLE = ['movies', 'genres', 'people', 'collections', 'collection_movies']
const serviceRead = (type: string, id: number, readable: readonly string[] = READABLE, query = '') =>
  call<ServicePage>('POST', `/edithistory/v1/read/${type}/${id}${query}`, { _readable: readable })

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

  it('[SVC:history-save] [SVC:history-batch] takes entries of others, each once', async () => {
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

  it('[G4.a] is named among the parts of the service', async () => {
    const { status, body } = await call<{ readonly parts: object }>('GET', '/health/ready')
    expect([status, body.parts]).toMatchObject([200, { editHistory: { state: 'up' } }])
    expect(await call('GET', '/edithistory/v1/health')).toMatchObject({ status: 200, body: { status: 'up' } })
  })
})

describe('the difference of two versions', () => {
  it('is the net effect on fields and relations, in both directions', async () => {
    const [western, drama] = [await idOf('genres', { name: 'Western' }), await idOf('genres', { name: 'Drama' })]
    const movie = await newMovie({ year: 1990, synopsis: 'Stays.', genres: [western] })
    await update('movies', movie._id, { year: 1991, synopsis: 'Goes.', _links: { genres: [drama] } })
    await update('movies', movie._id, { synopsis: 'Stays.' })
    const last = await update('movies', movie._id, { year: 1992 })
    const [from, to] = [versionOf(movie), versionOf(last)]
    const { status, body } = await difference('movies', movie._id, `from=${from}&to=${to}`)
    const genres = { relation: 'genres[movie]', label: 'Genres', mediaType: 'genres' }
    expect(status).toBe(200)
    expect(body).toEqual({
      from,
      to,
      fields: [{ name: 'year', label: 'Year', old: 1990, new: 1992 }],
      relations: [{ ...genres, added: [drama], removed: [western] }],
      names: { genres: { [western]: 'Western', [drama]: 'Drama' } },
    })
    const back = (await difference('movies', movie._id, `from=${to}&to=${from}`)).body
    expect(back.fields).toEqual([{ name: 'year', label: 'Year', old: 1992, new: 1990 }])
    expect(back.relations).toEqual([{ ...genres, added: [western], removed: [drama] }])
    expect((await difference('movies', movie._id, `from=${from}`)).body).toMatchObject({
      to: null,
      fields: body.fields,
    })
    expect((await difference('movies', movie._id, `from=${to}&to=${to}`)).body).toMatchObject({
      fields: [],
      relations: [],
    })
  })

  it('is told of versions that the history has, and refused for others', async () => {
    const movie = await newMovie()
    const cases: readonly (readonly [string, number, string])[] = [
      ['from=77', 404, 'from'],
      ['from=1&to=77', 404, 'to'],
      ['from=x', 400, 'from'],
      ['to=1', 400, 'from'],
      ['from=1&to=-1', 400, 'to'],
    ]
    for (const [query, status, parameter] of cases) {
      const answer = await difference('movies', movie._id, query)
      expect([query, answer.status, answer.body.errors?.[0]?.source]).toEqual([query, status, { parameter }])
    }
  })
})

describe('restoring a version', () => {
  it('is an ordinary update that brings fields and relations back', async () => {
    const [western, drama] = [await idOf('genres', { name: 'Western' }), await idOf('genres', { name: 'Drama' })]
    const [ada, bo] = [await create('people', { name: word() }), await create('people', { name: word() })]
    const movie = await newMovie({ year: 1990, us_gross: '10', genres: [western], _links: { director: ada._id } })
    await update('movies', movie._id, { year: null, us_gross: '20', _links: { genres: [drama], director: bo._id } })
    const now = await update('movies', movie._id, { synopsis: 'Added later.' })
    const answer = await restore('movies', movie._id, versionOf(movie), { 'if-match': `"${now._etag}"` })
    expect(answer.status).toBe(200)
    const after = await read('movies', movie._id)
    expect(answer.body).toEqual({
      mediaType: 'movies',
      id: movie._id,
      version: versionOf(movie),
      etag: after._etag,
      skipped: [],
    })
    expect(answer.headers.get('etag')).toBe(`"${after._etag}"`)
    expect(after).toEqual({ ...movie, _etag: after._etag })
    expect(versionOf(after)).toBe(versionOf(now) + 1)
    const [entry] = (await history('movies', movie._id)).body.entries
    expect(entry).toMatchObject({ operation: 'Changed', version: versionOf(after) })
    expect(entry?.fields.map(({ name }) => name).toSorted()).toEqual(['director', 'synopsis', 'us_gross', 'year'])
  })

  it('is refused where the record changed meanwhile, and for versions the history does not tell of', async () => {
    const movie = await newMovie({ year: 1990 })
    await update('movies', movie._id, { year: 1991 })
    const stale = await restore('movies', movie._id, versionOf(movie), { 'if-match': `"${movie._etag}"` })
    expect([stale.status, stale.body.errors?.[0]]).toMatchObject([
      412,
      { code: 'ETAG_MISMATCH', meta: { _changed: ['year'] } },
    ])
    for (const version of [77, 0, 'x', null, 1.5]) {
      const refused = await restore('movies', movie._id, version)
      expect([version, refused.status, refused.body.errors?.[0]?.source]).toEqual([
        version,
        422,
        { pointer: '/version' },
      ])
    }
    expect((await restore('movies', 999_999_999, 1)).status).toBe(404)
    expect((await call('GET', `/api/v2/history/movies/${movie._id}/restore`)).status).toBe(405)
    expect((await read('movies', movie._id)).year).toBe(1991)
  })

  it('brings back the members of a relation of link objects, from versions that have no entry of their own too', async () => {
    const [a, b, c] = [(await newMovie())._id, (await newMovie())._id, (await newMovie())._id]
    const key = 'movies[collection]'
    const collection = await create('collections', { name: word(), _links: { [key]: [a, b] } })
    const turned = await update('collections', collection._id, { _links: { [key]: [b, a] } })
    await update('collections', collection._id, { _links: { [key]: [c] } })
    const between = await difference('collections', collection._id, `from=${versionOf(turned)}`)
    expect(between.body.relations).toMatchObject([{ relation: key, added: [c] }])
    expect((await restore('collections', collection._id, versionOf(turned))).status).toBe(200)
    const members = links(await read('collections', collection._id))[key]
    expect((members as number[]).toSorted()).toEqual([a, b].toSorted())
  })

  it('leaves out related records that are gone, secrets and read-only fields, and names them', async () => {
    const director = await create('people', { name: word() })
    const genre = await create('genres', { name: word() })
    const western = await idOf('genres', { name: 'Western' })
    const movie = await newMovie({ year: 1990, genres: [genre._id, western], _links: { director: director._id } })
    await update('movies', movie._id, { year: 1991, _links: { genres: [], director: null } })
    for (const [type, { _id }] of [
      ['people', director],
      ['genres', genre],
    ] as const) {
      expect((await send('DELETE', `/${type}/${_id}`)).status).toBe(204)
    }
    const { status, body } = await restore('movies', movie._id, versionOf(movie))
    expect(status).toBe(200)
    expect(body.skipped).toEqual([
      { name: 'director', label: 'Director', reason: 'gone', mediaType: 'people', ids: [director._id] },
      { name: 'genres[movie]', label: 'Genres', reason: 'gone', mediaType: 'genres', ids: [genre._id] },
    ])
    const after = await read('movies', movie._id)
    expect([after.year, links(after).director, links(after)['genres[movie]']]).toEqual([1990, null, [western]])
    const collection = await create('collections', { name: word(), access_code: 'one' })
    await update('collections', collection._id, { access_code: 'two' })
    const secret = await restore('collections', collection._id, versionOf(collection))
    expect(secret.body.skipped).toMatchObject([{ name: 'access_code', reason: 'secret' }])
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
