import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../server/openapi/document.ts'
import { request, service } from '../harness/service.ts'
import { create, entity, get, idOf, newMovie, patch, post, read, send, word } from './client.ts'
import { type Described, fetched, readDescribed } from './described.ts'
import { ensureArea } from './file-type.ts'

let document: OpenApiDocument
let described: Described

beforeAll(async () => {
  described = await readDescribed()
  document = described.document
})

const faults: Described['faults'] = (...given) => described.faults(...given)
const check: Described['check'] = (...given) => described.check(...given)

describe('/openapi.json', () => {
  it('[G6] is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator({ strict: false })
    expect((await validator.validate(structuredClone(document) as never)).errors ?? []).toEqual([])
    expect(validator.version).toBe('3.1')
  })

  it('[G6] has schemas that a validator can use, every one', () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => faults(`components/schemas/${name}`, null)).not.toThrow()
    }
  })

  it('[G6] carries a tag', async () => {
    const etag = (await request('/openapi.json')).headers.get('etag') ?? ''
    const again = await request('/openapi.json', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('[ERR:UNAUTHENTICATED] [X13] is for those signed in, to read', async () => {
    for (const path of ['/openapi.json', '/help', '/help/movies']) {
      expect([path, (await fetch(service().url + path)).status]).toEqual([path, 401])
      expect([path, (await request(path, { method: 'POST' })).status]).toEqual([path, 405])
    }
  })
})

describe('what the document says of the data API is so', () => {
  it('[G6] of lists, with all their parts, and of every media type', async () => {
    check('GET', '/api/v1/movies', await get('/movies', { pageSize: 50, include: 'genres,people', sort: '-year' }))
    check(
      'GET',
      '/api/v1/movies',
      await get('/movies', { fields: 'title', filter: 'title_$sw_a', hideMeta: 1, hideLinks: 1 }),
    )
    const types = document.tags.filter((tag) => /media types/i.test(tag['x-group']))
    expect(types.length).toBeGreaterThan(10)
    for (const { name } of types) check('GET', `/api/v1/${name}`, await get(`/${name}`, { pageSize: 250 }))
  })

  it('[G6] of records and what is related to them', async () => {
    const id = await idOf('movies', { filter: 'title_$eq_Catch Me if You Can' })
    check('GET', '/api/v1/movies/{id}', await get(`/movies/${id}`))
    check('GET', '/api/v1/movies/{id}', await get('/movies/2000000000'))
    check('GET', '/api/v1/movies/{id}/genres', await get(`/movies/${id}/genres`))
    check('GET', '/api/v1/movies/{id}/people', await get(`/movies/${id}/people`))
    const etag = (await get(`/movies/${id}`)).headers.get('etag') ?? ''
    check('GET', '/api/v1/movies/{id}', await get(`/movies/${id}`, '', { 'if-none-match': etag }))
  })

  it('[G6] of bodies: what its schemas allow is accepted, and what they refuse is refused', async () => {
    const genre = await idOf('genres', { pageSize: 1 })
    const element = {
      title: word(),
      slug: word(),
      release_date: '1999-12-31',
      year: 1999,
      us_gross: '1000',
      imdb_rating: 7.5,
      status: 'draft',
      _links: { 'genres[movie]': { operation: 'Add', values: [genre] } },
    }
    const schema = 'components/schemas/movies.create'
    expect(faults(schema, element)).toEqual([])
    const created = await post('/movies', { movies: [element] })
    expect(created.status).toBe(201)
    check('POST', '/api/v1/movies', created)
    const broken: readonly object[] = [
      { title: '' },
      { title: 'x'.repeat(301) },
      { slug: 'Not A Slug' },
      { year: 1700 },
      { year: 'x' },
      { imdb_rating: 11 },
      { status: 'unheard' },
      { director: -1 },
      { nothing: 1 },
      { _links: { 'genres[movie]': ['x'] } },
    ]
    for (const members of broken) {
      const wrong = { ...element, slug: word(), ...members }
      expect(faults(schema, wrong), JSON.stringify(members)).not.toEqual([])
      const answer = await post('/movies', { movies: [wrong] })
      const status = 'nothing' in members ? 400 : 422
      expect([JSON.stringify(members), answer.status]).toEqual([JSON.stringify(members), status])
      check('POST', '/api/v1/movies', answer)
    }
  })

  it('[G6] [CB2] of a record that is sent as it was read, and keeps what nobody sent', async () => {
    const film = await newMovie()
    const asRead = await read('movies', film._id)
    await patch(`/movies/${film._id}`, { movies: [{ status: 'published' }] })
    const change = { year: 1988 }
    expect(faults('components/schemas/movies.update', change)).toEqual([])
    const kept = await patch(`/movies/${film._id}`, { movies: [change] })
    expect(entity(kept, 'movies')).toMatchObject({ status: 'published', year: 1988 })
    const copy = { ...asRead, title: word(), slug: word() }
    expect(faults('components/schemas/movies.create', copy)).toEqual([])
    const made = await post('/movies', { movies: [copy] })
    check('POST', '/api/v1/movies', made)
    expect(made.status).toBe(201)
  })

  it('[G6] of changes, deletes and batches', async () => {
    const film = await newMovie()
    check('PATCH', '/api/v1/movies/{id}', await patch(`/movies/${film._id}`, { movies: [{ year: 2001 }] }))
    check(
      'PUT',
      '/api/v1/movies/{id}',
      await send('PUT', `/movies/${film._id}`, { body: { movies: [{ year: 2002 }] } }),
    )
    const stale = { 'if-match': `"${film._etag}"` }
    check('PATCH', '/api/v1/movies/{id}', await patch(`/movies/${film._id}`, { movies: [{ year: 2003 }] }, stale))
    check('PATCH', '/api/v1/movies', await patch('/movies', { movies: [{ _id: film._id, year: 2004 }] }))
    const batch = {
      _operations: [
        { _op: 'add', _type: 'people', _lid: 'p', _data: { name: word() } },
        { _op: 'update', _href: film._href, _data: { _links: { director: { _lid: 'p' } } } },
      ],
    }
    expect(faults('components/schemas/BatchBody', batch)).toEqual([])
    check('POST', '/api/v1/$batch', await post('/$batch', batch))
    check('POST', '/api/v1/$batch', await post('/$batch', { _operations: [{ _op: 'add', _type: 'nothing' }] }))
    check('DELETE', '/api/v1/movies/{id}', await send('DELETE', `/movies/${film._id}`))
    check('DELETE', '/api/v1/movies/{id}', await send('DELETE', `/movies/${film._id}`))
  })

  it('[G6] of aggregates', async () => {
    const body = {
      _mediaType: 'movies',
      _groupBy: ['rating', { _field: 'release_date', _interval: 'year', _as: 'in' }],
      _aggregates: [{ _function: 'count', _as: 'films' }],
      _pageSize: 5,
    }
    expect(faults('components/schemas/AggregateBody', body)).toEqual([])
    check('POST', '/api/v1/aggregate-data', await post('/aggregate-data', body))
    check('POST', '/api/v1/aggregate-data', await post('/aggregate-data', { _mediaType: 7 }))
  })

  it('[G6] [D1] of errors', async () => {
    const answers = await Promise.all([
      get('/movies', { filter: 'title_$xx_1' }),
      get('/movies', { nothing: 1 }),
      get('/movies', { page: 'x' }),
      get('/movies', '', { authorization: 'Bearer x' }),
      get('/movies', '', { accept: 'image/png' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 401, 406])
    for (const answer of answers) check('GET', '/api/v1/movies', answer)
    const problem = await get('/movies', { page: 'x' }, { accept: 'application/problem+json' })
    expect(problem.headers.get('content-type')).toContain('application/problem+json')
    check('GET', '/api/v1/movies', problem)
  })
})

describe('what the document says of the other routes is so', () => {
  it('[G6] of who calls and of texts', async () => {
    check('GET', '/api/v1/me', await fetched('/api/v1/me'))
    check('GET', '/user/me', await fetched('/user/me'))
    check('GET', '/user/current', await fetched('/user/current'))
    check('GET', '/api/v1/dictionary', await fetched('/api/v1/dictionary?language=de'))
    check('GET', '/api/v1/dictionary', await fetched('/api/v1/dictionary?language=_'))
    const headers = { 'content-type': 'application/merge-patch+json' }
    check('PATCH', '/user/current', await fetched('/user/current', { method: 'PATCH', headers, body: '{"id":1}' }))
  })

  it('[G6] of pages', async () => {
    const film = await create('movies', { title: word(), slug: word() })
    check('GET', '/api/v2/display/{page_key}', await fetched('/api/v2/display/films'))
    check('GET', '/api/v2/display/{page_key}/{item_id}', await fetched(`/api/v2/display/film/${film._id}`))
    check('GET', '/api/v2/display/{page_key}/{item_id}', await fetched('/api/v2/display/film/2000000000'))
    const component = '/api/v2/components/{page_key}/{item_id}/{component_key}'
    check('GET', component, await fetched('/api/v2/components/films/-/list'))
    check('GET', '/api/v2/menu', await fetched('/api/v2/menu'))
    check('GET', '/api/v2/global/pages', await fetched('/api/v2/global/pages'))
    check('GET', '/api/v2/global/sources', await fetched('/api/v2/global/sources'))
  })

  it('[G6] of resumable uploads', async () => {
    await ensureArea()
    const route = '/api/v1/$upload'
    const started = await post('/$upload', { _files: ['a b.txt'] })
    check('POST', route, started)
    check('POST', route, await post('/$upload', { _files: ['..'] }))
    const upload = started.headers.get('location') ?? ''
    const href = `${upload}/a%20b.txt`
    const headers = { 'content-range': 'bytes 0-2/3', 'content-type': 'text/plain' }
    const put = { method: 'PUT', headers, body: 'YWJj' }
    check('PUT', `${route}/{upload}/{name}`, await fetched(href, put))
    const late = { ...put, headers: { ...headers, 'content-range': 'bytes 1-3/4' } }
    check('PUT', `${route}/{upload}/{name}`, await fetched(href, late))
    check('GET', `${route}/{upload}/{name}`, await fetched(href))
    check('GET', `${route}/{upload}`, await fetched(upload))
    const body = { _filesToValidate: { 'a b.txt': { Item1: 3, Item2: '900150983cd24fb0d6963f7d28e17f72' } } }
    expect(faults('components/schemas/CheckUploadBody', body)).toEqual([])
    const path = upload.slice('/api/v1'.length)
    check('POST', `${route}/{upload}`, await post(path, body))
    check('POST', `${route}/{upload}`, await post(path, { _filesToValidate: { 'a b.txt': { Item1: 4, Item2: 'x' } } }))
    check('DELETE', `${route}/{upload}/{name}`, await fetched(href, { method: 'DELETE' }))
    check('DELETE', `${route}/{upload}`, await fetched(upload, { method: 'DELETE' }))
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '3' }
    const created = await fetched(route, { method: 'POST', headers: tus })
    check('POST', route, created)
    const append = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const sent = await fetched(created.headers.get('location') ?? '', { method: 'PATCH', headers: append, body: 'abc' })
    check('PATCH', `${route}/{upload}/{name}`, sent)
    expect([created.status, sent.status]).toEqual([201, 204])
  })

  it('[G6] of edit history', async () => {
    const film = await create('movies', { title: word(), slug: word() })
    await patch(`/movies/${film._id}`, { movies: [{ year: 1990 }] })
    check('GET', '/api/v2/history', await fetched('/api/v2/history?limit=5'))
    const route = '/api/v2/history/{media_type}/{id}'
    check('GET', route, await fetched(`/api/v2/history/movies/${film._id}`))
    check('GET', `${route}/difference`, await fetched(`/api/v2/history/movies/${film._id}/difference?from=1`))
    const headers = { 'content-type': 'application/json' }
    const restore = { method: 'POST', headers, body: '{"version":1}' }
    check('POST', `${route}/restore`, await fetched(`/api/v2/history/movies/${film._id}/restore`, restore))
    const read = { method: 'POST', headers, body: '{"_readable":["movies"]}' }
    const entries = await fetched(`/edithistory/v1/read/movies/${film._id}`, read)
    check('POST', '/edithistory/v1/read/{media_type}/{id}', entries)
    check('GET', '/edithistory/v1/health', await fetched('/edithistory/v1/health'))
    const entry = { _eventId: crypto.randomUUID(), _version: 1, _operation: 'Changed', _user: { id: null, name: 'x' } }
    const json = { accept: 'application/json', 'content-type': 'application/json' }
    const save = { method: 'POST', headers: json, body: JSON.stringify(entry) }
    for (const status of [201, 200]) {
      const saved = await fetched(`/edithistory/v1/save/movies/${film._id}`, save)
      expect(saved.status).toBe(status)
      check('POST', '/edithistory/v1/save/{media_type}/{id}', saved)
    }
    check(
      'POST',
      '/edithistory/v1/save/batch',
      await fetched('/edithistory/v1/save/batch', { ...save, body: '{"_changes":[]}' }),
    )
  })

  it('[G6] of sign-in and health', async () => {
    const { url } = service()
    const asked = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(url + path, init)
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    check('GET', '/health', await asked('/health'))
    check('GET', '/health/ready', await asked('/health/ready'))
    check('POST', '/oauth/token', await asked('/oauth/token', { method: 'POST', body: new URLSearchParams({}) }))
    for (const path of ['/oauth/jwks', '/.well-known/oauth-authorization-server']) check('GET', path, await asked(path))
    for (const path of ['/oauth/introspect', '/oauth/revoke'])
      check('POST', path, await asked(path, { method: 'POST', body: new URLSearchParams({}) }))
    const headers = { 'content-type': 'application/json' }
    const login = '/api/v2/auth/login'
    check('POST', login, await asked(login, { method: 'POST', headers, body: '{}' }))
  })
})
