import { beforeAll, describe, expect, it } from 'vitest'
import { create, entity, error, errors, get, idOf, links, meta, newMovie, post, read, send, word } from './client.ts'

let maker: number
let western: number
let action: number

beforeAll(async () => {
  maker = (await create('people', { name: 'A Maker' }))._id
  western = await idOf('genres', { name: 'Western' })
  action = await idOf('genres', { name: 'Action' })
})

describe('create', () => {
  it('[API5] [API5.a] [API5.b] [API5.c] [HDR3] [SYS3] answers 201 with the new entity, its address and its tag', async () => {
    const name = word()
    const answer = await post('/movies', { movies: [{ title: name, slug: name, year: 1999, us_gross: '1234567' }] })
    expect(answer.status).toBe(201)
    const made = entity(answer, 'movies')
    expect(made).toMatchObject({ title: name, slug: name, year: 1999, us_gross: '1234567', synopsis: null })
    expect(answer.headers.get('location')).toBe(`/api/v1/movies/${made._id}`)
    expect(answer.headers.get('etag')).toBe(`"${made._etag}"`)
    expect(answer.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
    expect(meta(answer)).toMatchObject({ _ids: [made._id], _mainMediaType: 'movies', _filterRowCount: 1 })
    expect(await read('movies', made._id)).toEqual(made)
  })

  it('[API5] takes plain JSON for its media type too, and nothing that is no JSON', async () => {
    const name = word()
    expect(
      (await post('/people', { people: [{ name }] }, { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(201)
    const form = await post('/people', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(error(form)).toMatchObject({
      status: '415',
      code: 'UNSUPPORTED_MEDIA_TYPE',
      source: { header: 'Content-Type' },
    })
  })

  it('[API5.c] takes include and fields for its answer', async () => {
    const name = word()
    const query = { include: 'people', 'fields[movies]': 'title', 'fields[people]': 'name,born' }
    const body = { movies: [{ title: name, slug: name, _links: { director: maker } }] }
    const answer = await send('POST', '/movies', { query, body })
    expect(answer.body._linked.people).toMatchObject([{ _id: maker, name: 'A Maker' }])
    expect(entity(answer, 'movies')).not.toHaveProperty('slug')
  })

  it('[CB1] needs what is required and no more, and fills in defaults', async () => {
    const name = word()
    const made = await create('movies', { title: name, slug: name })
    expect(made).toMatchObject({ status: 'draft', year: null, imdb_rating: null })
    expect(links(made)).toMatchObject({ director: null, 'genres[movie]': [] })
    expect(await create('collections', { name })).toMatchObject({ status: 'draft', is_public: false, weekdays: null })
  })

  it('[CB2] ignores read-only and descriptive members', async () => {
    const name = word()
    const described = { _id: 1, _href: '/x', _type: 'y', _etag: 'z', _permissions: {}, dateins: 5, id: 9 }
    const made = await create('people', { ...described, name })
    expect(made._id).toBeGreaterThan(9)
    expect(made.dateins).toBeGreaterThan(5)
    expect(made).toMatchObject({ _type: 'people', name })
  })

  it('[CB3] has the media type’s name as its root member', async () => {
    const name = word()
    expect((await post('/people', { people: [{ name }] })).status).toBe(201)
    const answer = await post('/people', {})
    expect(error(answer)).toMatchObject({ status: '422', code: 'VALIDATION', source: { pointer: '/people' } })
  })

  it('[D6] [CB3] refuses another root member with a pointer to it', async () => {
    const name = word()
    const other = await post('/people', { movies: [{ name }] })
    expect(error(other)).toMatchObject({ status: '422', code: 'VALIDATION', source: { pointer: '/movies' } })
    const both = await post('/people', { people: [{ name }], 'a/b~c': 1 })
    expect(error(both).source).toEqual({ pointer: '/a~1b~0c' })
    expect((await get('/people', { name })).body.people).toEqual([])
  })

  it('[CB4] [CB5] [CB6] writes relations by static ids, in the form they are read', async () => {
    const name = word()
    const first = await newMovie({
      _links: { director: maker, 'genres[movie]': { operation: 'Add', values: [western] } },
    })
    expect(links(first)).toMatchObject({ director: maker, 'genres[movie]': [western] })
    const asRead = await create('movies', { title: name, slug: name, _links: first._links })
    expect(asRead._links).toEqual(first._links)
    const plain = await newMovie({ director: maker, genres: [action, western] })
    expect(links(plain)).toMatchObject({
      director: maker,
      'genres[movie]': [action, western].toSorted((a, b) => a - b),
    })
  })

  it('[CB5] writes a reverse key', async () => {
    const movies = [await newMovie(), await newMovie()]
    const values = movies.map(({ _id }) => _id)
    const author = await create('people', {
      name: word(),
      _links: { 'movies[director]': { operation: 'Add', values } },
    })
    for (const id of values) expect(links(await read('movies', id)).director).toBe(author._id)
    expect((await get(`/people/${author._id}/movies`)).body.movies).toHaveLength(2)
  })

  it('[CB5] writes a relation between an entity and the far side of a many-to-many', async () => {
    const movie = await newMovie()
    const genre = await create('genres', {
      name: word(),
      _links: { 'movies[genre]': { operation: 'Add', values: [movie._id] } },
    })
    expect(links(await read('movies', movie._id))['genres[movie]']).toEqual([genre._id])
  })

  it('[ERR:create-fails] [ERR:VALIDATION] [D1.e] names everything that is wrong, and creates nothing', async () => {
    const slug = word()
    const element = {
      slug,
      year: 'soon',
      status: 'unknown',
      imdb_rating: 11,
      nothing: 1,
      release_date: '2001-02-30',
      _links: { director: 999_999_999, distributor: [1, 2], nowhere: 3, 'genres[movie]': 'all' },
    }
    const answer = await post('/movies', { movies: [element] })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(430)
    expect(
      errors(answer)
        .map(({ code, source }) => `${code} ${source?.pointer}`)
        .toSorted(),
    ).toEqual([
      'UNKNOWN_FIELD /movies/0/_links/nowhere',
      'UNKNOWN_FIELD /movies/0/nothing',
      'VALIDATION /movies/0/_links/director',
      'VALIDATION /movies/0/_links/distributor',
      'VALIDATION /movies/0/_links/genres[movie]',
      'VALIDATION /movies/0/imdb_rating',
      'VALIDATION /movies/0/release_date',
      'VALIDATION /movies/0/status',
      'VALIDATION /movies/0/title',
      'VALIDATION /movies/0/year',
    ])
    expect((await get('/movies', { slug })).body.movies).toEqual([])
  })

  it('[ERR:create-fails] of a relation leaves no record behind', async () => {
    const name = word()
    const answer = await post('/movies', {
      movies: [{ title: name, slug: name, _links: { 'genres[movie]': [999_999_999] } }],
    })
    expect(error(answer)).toMatchObject({ status: '422', source: { pointer: '/movies/0/_links/genres[movie]' } })
    expect(error(answer).detail).toContain('999999999')
    expect((await get('/movies', { title: name })).body.movies).toEqual([])
  })
})
