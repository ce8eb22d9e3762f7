import { beforeAll, describe, expect, it } from 'vitest'
import { create, entity, find, get, idOf, links, list, newMovie, post, read, update, word } from './client.ts'

let jaws: number
let western: number

beforeAll(async () => {
  jaws = await idOf('movies', { slug: 'jaws-1975' })
  western = await idOf('genres', { name: 'Western' })
})

describe('an entity', () => {
  it('[ENT:_id] [ENT:_href] [ENT:_type] [SYS1] says what it is and where', async () => {
    const movie = await read('movies', jaws)
    expect(Number.isSafeInteger(movie._id)).toBe(true)
    expect(movie).toMatchObject({ _id: jaws, _href: `/api/v1/movies/${jaws}`, _type: 'movies' })
    const [note] = await list('import_notes', { pageSize: 1 })
    expect(note).toMatchObject({ _type: 'import_notes', _href: `/api/v1/import_notes/${note?._id}` })
  })

  it('[ENT:_etag] [X5] has a version tag, <version>.<metadata revision>, which a write moves on', async () => {
    const movie = await newMovie()
    const [version, revision] = movie._etag.split('.')
    expect([version, revision]).toEqual(['1', expect.stringMatching(/^\d+$/)])
    expect((await update('movies', movie._id, { year: 2001 }))._etag).toBe(`2.${revision}`)
    expect((await read('movies', movie._id))._etag).toBe(`2.${revision}`)
    expect((await update('movies', movie._id, { year: 2001 }))._etag).toBe(`2.${revision}`)
  })

  it('[ENT:dateins] tells its insertion in Unix seconds', async () => {
    const before = Math.floor(Date.now() / 1000) - 2
    const { dateins } = await newMovie()
    expect(Number.isInteger(dateins)).toBe(true)
    expect(dateins).toBeGreaterThanOrEqual(before)
    expect(dateins).toBeLessThanOrEqual(before + 60)
  })

  it('[ENT:field] has every data field under its name, null where nothing is known', async () => {
    expect(await read('movies', jaws)).toMatchObject({
      title: 'Jaws',
      slug: 'jaws-1975',
      release_date: '1975-06-20',
      year: 1975,
      status: 'published',
      synopsis: null,
      poster: null,
      us_gross: '260000000',
      imdb_rating: 8.3,
      rotten_tomatoes: 100,
    })
    expect(await find('collections', { name: 'Before 1940' })).toMatchObject({
      is_public: true,
      weekdays: ['sat', 'sun'],
      start_time: '14:30:00',
      timezone: 'America/Los_Angeles',
      price: null,
      age: { from: 6, to: null },
      settings: { autoplay: true, layout: 'grid', rows: 4 },
      refresh: '0 6 * * 1',
      cover: null,
    })
  })

  it('[X11] has DateTime values as UTC text', async () => {
    expect((await find('collections', { name: 'Before 1940' })).publish_at).toBe('2010-10-01T16:00:00Z')
    const publish_at = '2020-03-01T10:00:00+02:00'
    expect((await create('collections', { name: word(), publish_at })).publish_at).toBe('2020-03-01T08:00:00Z')
  })

  it('[ENT:_permissions] tells what the caller may do with it', async () => {
    expect((await read('movies', jaws))._permissions).toEqual({ can_write: true, can_delete: true })
    for (const movie of await list('movies', { pageSize: 3 })) {
      expect(movie._permissions).toEqual({ can_write: true, can_delete: true })
    }
  })

  it('[ENT:_permissions.2] has none in _linked where the read is unrestricted', async () => {
    const [person] = (await get(`/movies/${jaws}`, { include: 'people' })).body._linked.people ?? []
    expect(person).toMatchObject({ name: 'Steven Spielberg' })
    expect(person).not.toHaveProperty('_permissions')
  })

  it('[ENT:_links] [ENT:_links.2] has relations in _links: an id or null to one, an array of ids to many', async () => {
    const movie = await newMovie({
      _links: { director: null, 'genres[movie]': { values: [western], operation: 'Add' } },
    })
    expect(links(movie)).toMatchObject({ director: null, 'genres[movie]': [western] })
    const known = links(await read('movies', jaws))
    expect(known.director).toBe(await idOf('people', { name: 'Steven Spielberg' }))
    expect(known['genres[movie]']).toEqual([await idOf('genres', { name: 'Horror' })])
    expect(movie).not.toHaveProperty('director')
  })

  it('[X1] has its to-one fields there and the to-many relations declared from its side', async () => {
    expect(Object.keys(links(await read('movies', jaws))).sort()).toEqual([
      'creative_type',
      'director',
      'distributor',
      'genres[movie]',
      'rating',
      'source',
    ])
    expect(Object.keys(links(await find('collections', { name: 'Before 1940' })))).toEqual(['movies[collection]'])
    expect(links(await read('genres', western))).toEqual({})
  })

  it('[X1.a] has reverse keys and far sides only where fields names them or include brings them', async () => {
    const universal = await find('distributors', { name: 'Universal' })
    expect(Object.keys(links(universal))).toEqual(['parent'])
    const named = await read('distributors', universal._id, { fields: 'movies[distributor],distributors[parent]' })
    expect(links(named)['movies[distributor]']).toContain(jaws)
    expect(links(named)['distributors[parent]']).toEqual([])
    const included = await read('distributors', universal._id, { include: 'movies' })
    expect(links(included)).toEqual({ parent: null, movies: links(named)['movies[distributor]'] })
    const far = await read('movies', jaws, { fields: 'collections[movie]' })
    expect(links(far)['collections[movie]']).toContain(
      await idOf('collections', { name: 'Directed by Steven Spielberg' }),
    )
  })

  it('[ENT:secret] [X12] has a placeholder for a secret, whether there is one or not', async () => {
    const name = word()
    const made = await create('collections', { name, access_code: 'open sesame' })
    expect(made.access_code).toBe('********')
    const answer = await get(`/collections/${made._id}`)
    expect(entity(answer, 'collections').access_code).toBe('********')
    expect(answer.text).not.toContain('sesame')
    expect((await create('collections', { name: word() })).access_code).toBe('********')
    expect((await read('collections', made._id, { fields: 'access_code' })).access_code).toBe('********')
  })

  it('[X12] a secret cannot be found out by a filter or a sort', async () => {
    for (const query of [
      { filter: 'access_code_$sw_o' },
      { access_code: 'x' },
      { sort: 'access_code' },
      { filter: 'access_code_$isempty_true' },
    ]) {
      expect((await get('/collections', query)).status).toBe(400)
    }
  })

  it('[X12.a] the placeholder sent back leaves a secret as it is', async () => {
    const made = await create('collections', { name: word(), access_code: 'open sesame' })
    const same = await update('collections', made._id, { access_code: '********' })
    expect(same._etag).toBe(made._etag)
    const changed = await update('collections', made._id, { access_code: 'another' })
    expect(changed._etag).not.toBe(made._etag)
    const both = await update('collections', made._id, { access_code: '********', description: 'new' })
    expect(both).toMatchObject({ access_code: '********', description: 'new' })
  })

  it('[ENT:read-only] [CB2] a value for a read-only field is ignored', async () => {
    const movie = await newMovie()
    const element = {
      summary: word(),
      original: { made: 'up' },
      dateins: 1,
      id: 7,
      _etag: 'x',
      _links: { movie: movie._id },
    }
    const answer = await post('/import_notes', { import_notes: [element] })
    expect(answer.status).toBe(201)
    const note = entity(answer, 'import_notes')
    expect(note.original).toBeNull()
    expect(note.dateins).toBeGreaterThan(1)
    expect(note._id).not.toBe(7)
  })
})

describe('template links', () => {
  it('[TL1] [TL2] lead along to-one fields', async () => {
    const { _links } = (await get('/movies', { pageSize: 1 })).body
    for (const link of Object.values(_links ?? {})) {
      expect(link).toEqual({ _href: expect.stringMatching(/^\/api\/v1\/.*\{[a-z_.]+\}/), _type: expect.any(String) })
    }
    expect(_links?.['movies.director']).toEqual({ _href: '/api/v1/people/{movies.director}', _type: 'people' })
    expect(_links?.['movies.source']).toEqual({ _href: '/api/v1/sources/{movies.source}', _type: 'sources' })
  })

  it('[TL3] lead along many-to-many and link-object relations, from either side', async () => {
    const { _links } = (await get('/movies', { pageSize: 1 })).body
    expect(_links?.['movies.genres']).toEqual({ _href: '/api/v1/movies/{movies.id}/genres', _type: 'genres' })
    expect(_links?.['movies.collections']).toEqual({
      _href: '/api/v1/movies/{movies.id}/collections',
      _type: 'collections',
    })
    const of = (await get('/collections', { pageSize: 1 })).body._links
    expect(of?.['collections.movies']).toEqual({
      _href: '/api/v1/collections/{collections.id}/movies',
      _type: 'movies',
    })
  })

  it('[TL4] lead along reverse keys', async () => {
    const { _links } = (await get('/people', { pageSize: 1 })).body
    expect(_links).toEqual({
      'people.movies[director]': { _href: '/api/v1/movies?director={people.id}', _type: 'movies' },
    })
    const notes = (await get('/movies', { pageSize: 1 })).body._links?.['movies.import_notes[movie]']
    expect(notes).toEqual({ _href: '/api/v1/import_notes?movie={movies.id}', _type: 'import_notes' })
  })

  it('[TL2] [TL3] [TL4] lead to what the entity is related to', async () => {
    const spielberg = await idOf('people', { name: 'Steven Spielberg' })
    const reverse = await list('movies', { director: spielberg, pageSize: 50 })
    expect(reverse.map(({ _id }) => _id)).toContain(jaws)
    expect(reverse).toHaveLength(23)
    expect(entity(await get(`/movies/${jaws}/genres`), 'genres').name).toBe('Horror')
    expect((await read('people', Number(links(await read('movies', jaws)).director))).name).toBe('Steven Spielberg')
  })
})
