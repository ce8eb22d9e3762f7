import { beforeAll, describe, expect, it } from 'vitest'
import { request } from '../harness/service.ts'
import { entities, entity, error, find, get, idOf, ids, links, list, meta, pick, send } from './client.ts'

const UNKNOWN = 999_999_999
let jaws: number
let hook: number
let amistad: number

beforeAll(async () => {
  jaws = await idOf('movies', { slug: 'jaws-1975' })
  hook = await idOf('movies', { slug: 'hook-1991' })
  amistad = await idOf('movies', { slug: 'amistad-1997' })
})

describe('headers of the data API', () => {
  it('[HDR1] [HDR2] [HDR4] [SYS4] answers a bearer token that accepts the API’s media type in that type', async () => {
    const answer = await get(`/movies/${jaws}`, '', { accept: 'application/vnd.api+json' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
    expect(entity(answer, 'movies').title).toBe('Jaws')
  })

  it('[HDR1] refuses a token that is none', async () => {
    const answer = await get(`/movies/${jaws}`, '', { authorization: 'Bearer nobody-issued-this' })
    expect(error(answer)).toMatchObject({ status: '401', code: 'UNAUTHENTICATED' })
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  it('[VER:data-api] has the version in the path', async () => {
    expect((await request('/api/v1/genres')).status).toBe(200)
    expect((await request('/api/v3/genres')).status).toBe(404)
  })
})

describe('one entity', () => {
  it('[API1] [API1.a] [SYS2] answers the envelope around one entity, with its tag', async () => {
    const answer = await get(`/movies/${jaws}`)
    expect(answer.status).toBe(200)
    expect(entities(answer, 'movies')).toHaveLength(1)
    expect(entity(answer, 'movies')).toMatchObject({ _id: jaws, _type: 'movies', title: 'Jaws', year: 1975 })
    expect(answer.headers.get('etag')).toBe(`"${entity(answer, 'movies')._etag}"`)
  })

  it('[API1.c] takes hideMeta, hideLinks, include and fields', async () => {
    const query = {
      hideMeta: 1,
      hideLinks: 1,
      include: 'people',
      'fields[movies]': 'title',
      'fields[people]': 'name,born',
    }
    const { body } = await get(`/movies/${jaws}`, query)
    expect(Object.keys(body)).toEqual(['movies', '_linked'])
    expect(Object.keys((body.movies as object[])[0] as object)).toEqual([
      '_id',
      '_href',
      '_type',
      '_etag',
      'title',
      '_permissions',
      '_links',
    ])
    expect(pick(body._linked.people ?? [], 'name')).toEqual(['Steven Spielberg'])
  })

  it('[API1.d] [D12] [ERR:unknown-id] [VER:unknown-id] answers an unknown id with an empty entity and no tag', async () => {
    const answer = await get(`/movies/${UNKNOWN}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.body.movies).toEqual([])
    expect(answer.body._linked).toEqual({})
    expect(meta(answer)).toMatchObject({ _filterRowCount: 0, _ids: [UNKNOWN], _pageCount: 0 })
  })

  it('[D12] includes and sparse fields of an unknown id find nothing either', async () => {
    const answer = await get(`/movies/${UNKNOWN}`, { include: 'people', 'fields[people]': 'name,born' })
    expect([answer.body.movies, answer.body._linked]).toEqual([[], { people: [] }])
    expect(answer.headers.get('etag')).toBeNull()
  })

  it('[API1.d] takes an id beyond every integer for an unknown one', async () => {
    for (const id of ['0', '9223372036854775808', '9999999999999999999', '1'.repeat(100)]) {
      const answer = await get(`/movies/${id}`)
      expect([answer.status, answer.body.movies]).toEqual([200, []])
    }
  })

  it('[X53.c] [VER:unknown-id] [D12] takes what is no id for an unknown one', async () => {
    for (const id of ['-1', 'one', '1.5', '+1', '%20', '1'.repeat(101)]) {
      const answer = await get(`/movies/${id}`, { include: 'people' })
      expect([answer.status, answer.body.movies, answer.body._linked]).toEqual([200, [], { people: [] }])
      expect([answer.headers.get('etag'), meta(answer)._ids]).toEqual([null, id === '-1' ? [-1] : []])
    }
    expect(error(await get('/movies/one', { include: 'nothing' })).code).toBe('PARAMETER')
  })
})

describe('a list', () => {
  it('[API2] [API2.a] answers a page of entities with _meta and can_create, asked to or not', async () => {
    const answer = await get('/movies')
    expect(answer.status).toBe(200)
    expect(entities(answer, 'movies')).toHaveLength(20)
    expect(meta(answer)._filterRowCount).toBeGreaterThanOrEqual(3201)
    expect(answer.body._permissions).toEqual({ can_create: true })
  })

  it('[API2.b] takes all its parameters together', async () => {
    const answer = await get('/movies', {
      page: 1,
      pageSize: 2,
      'sort[movies]': '-year,title',
      include: 'people',
      'fields[movies]': 'title,year,director',
      'fields[people]': 'name,born',
      hideLinks: 1,
      filter: 'year_$ge_1997_$and_year_$le_2002',
      'director[name]': 'Steven Spielberg',
    })
    expect(entities(answer, 'movies').map(({ title, year }) => [title, year])).toEqual([
      ['Artificial Intelligence: AI', 2001],
      ['Saving Private Ryan', 1998],
    ])
    expect(meta(answer)).toMatchObject({ _filterRowCount: 6, _pageCount: 3, _page: 1 })
    expect(answer.body._linked.people).toHaveLength(1)
    expect(answer.body._links).toBeUndefined()
  })
})

describe('related entities', () => {
  it('[API3] [API3.a] [VER:link-object-paging] reads the many side as a paged collection', async () => {
    const collection = await idOf('collections', { name: 'Directed by Steven Spielberg' })
    const answer = await get(`/collections/${collection}/movies`, { pageSize: 2, page: 1, fields: 'title' })
    expect(answer.status).toBe(200)
    expect(pick(entities(answer, 'movies'), 'title')).toEqual(['1941', 'Raiders of the Lost Ark'])
    expect(meta(answer)).toMatchObject({ _filterRowCount: 23, _pageCount: 12, _mainMediaType: 'collections' })
    const children = await get(`/collections/${collection}/collection_movies`, { pageSize: 3, sort: 'position' })
    expect(pick(entities(children, 'collection_movies'), 'position')).toEqual([1, 2, 3])
    expect(meta(children)._filterRowCount).toBe(23)
  })

  it('[API3] takes the parameters of a list', async () => {
    const universal = await idOf('distributors', { name: 'Universal' })
    const query = { filter: 'director[name]_$eq_Steven Spielberg', sort: '-year', include: 'people', title: 'Jaws' }
    const answer = await get(`/distributors/${universal}/movies`, query)
    expect(ids(entities(answer, 'movies'))).toEqual([jaws])
    expect(pick(answer.body._linked.people ?? [], 'name')).toEqual(['Steven Spielberg'])
    expect(answer.body._permissions).toEqual({ can_create: true })
  })

  it('[API3.b] reads the to-one side as a single entity', async () => {
    const director = links(await find('movies', { slug: 'jaws-1975' })).director
    const answer = await get(`/movies/${jaws}/people`)
    expect(entity(answer, 'people')).toMatchObject({ _id: director, name: 'Steven Spielberg' })
    expect(answer.body._permissions).toBeUndefined()
    expect(answer.headers.get('etag')).toBe(`"${entity(answer, 'people')._etag}"`)
  })

  it('[API3.b] answers an empty single entity where the relation is empty', async () => {
    const answer = await get(`/movies/${await idOf('movies', { slug: 'king-kong-1933' })}/people`)
    expect([answer.status, answer.body.people]).toEqual([200, []])
    expect(answer.headers.get('etag')).toBeNull()
  })

  it('[API3] of an unknown entity finds nothing', async () => {
    expect((await get(`/movies/${UNKNOWN}/genres`)).body).toMatchObject({ genres: [], _meta: { _filterRowCount: 0 } })
    expect((await get(`/movies/${UNKNOWN}/people`)).body).toMatchObject({ people: [], _meta: { _filterRowCount: 0 } })
  })

  it('[API3.c] [LIM:include-depth] goes one level deep', async () => {
    expect(error(await get(`/movies/${jaws}/people/1`)).code).toBe('NOT_FOUND')
    expect(error(await get(`/movies/${jaws}/people/1/movies`)).code).toBe('NOT_FOUND')
  })

  it('[SYS5] refuses a relation that is not declared', async () => {
    expect(error(await get(`/movies/${jaws}/oauth_clients`)).status).toBe('404')
    expect(error(await get(`/genres/1/ratings`)).code).toBe('UNKNOWN_MEDIA_TYPE')
    expect(error(await get('/genres', { include: 'ratings' })).source).toEqual({ parameter: 'include' })
  })
})

describe('several ids', () => {
  it('[API4] [API4.a] answers the collection, by name where nothing else is asked for', async () => {
    const answer = await get(`/movies/${jaws},${hook},${amistad}`)
    expect(answer.status).toBe(200)
    expect(pick(entities(answer, 'movies'), 'title')).toEqual(['Amistad', 'Hook', 'Jaws'])
    expect(meta(answer)).toMatchObject({ _ids: [jaws, hook, amistad], _filterRowCount: 3 })
  })

  it('[API4] sorts as asked to and passes over ids that are unknown or repeated', async () => {
    const answer = await get(`/movies/${hook},${UNKNOWN},${jaws},${jaws}`, { sort: '-title' })
    expect(pick(entities(answer, 'movies'), 'title')).toEqual(['Jaws', 'Hook'])
    expect(meta(answer)._filterRowCount).toBe(2)
  })

  it('[X4] answers with all that were asked for, unless a page size says otherwise', async () => {
    const many = ids(await list('movies', { pageSize: 30, filter: 'year_$eq_2000' }))
    expect(many).toHaveLength(30)
    expect(entities(await get(`/movies/${many.join(',')}`), 'movies')).toHaveLength(30)
    expect(entities(await get(`/movies/${many.join(',')}`, { pageSize: 7 }), 'movies')).toHaveLength(7)
  })

  it('[X4] [LIM:page-size.2] but not with more than the largest page', async () => {
    const many: number[] = []
    for (let page = 0; page < 2; page += 1)
      many.push(...ids(await list('movies', { pageSize: 400, page, fields: 'id' })))
    const answer = await get(`/movies/${many.join(',')}`, { fields: 'title' })
    expect(entities(answer, 'movies')).toHaveLength(600)
    expect(meta(answer)).toMatchObject({ _filterRowCount: 800, _pageCount: 2, _pageSize: 600 })
  })

  it('[API4] is no address for other things than ids', async () => {
    for (const path of ['/movies/1,', `/movies/${jaws},x`, '/movies/one,two', '/movies/one/genres']) {
      expect(error(await get(path)).code).toBe('NOT_FOUND')
    }
  })

  it('[API1] answers HEAD like GET, without the body', async () => {
    const answer = await send('HEAD', `/movies/${jaws}`)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers.get('etag')).toBe((await get(`/movies/${jaws}`)).headers.get('etag'))
  })
})
