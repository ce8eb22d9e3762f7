import { beforeAll, describe, expect, it } from 'vitest'
import { request } from '../harness/service.ts'
import { entities, get, idOf, meta, newMovie, pick, post, word } from './client.ts'

const SPIELBERG = 'director[name]_$eq_Steven Spielberg'
let jaws: number

beforeAll(async () => {
  jaws = await idOf('movies', { slug: 'jaws-1975' })
})

describe('the envelope', () => {
  it('[ENV:_meta] [Q:hideMeta] has _meta unless hideMeta=1 leaves it out', async () => {
    for (const path of ['/movies', `/movies/${jaws}`, `/movies/${jaws}/genres`, `/movies/${jaws},1`]) {
      expect((await get(path)).body._meta).toMatchObject({ _mainMediaType: 'movies' })
      expect((await get(path, { hideMeta: 0 })).body._meta).toMatchObject({ _hideMeta: false })
      expect((await get(path, { hideMeta: 1 })).body).not.toHaveProperty('_meta')
    }
  })

  it('[ENV:_links] [Q:hideLinks] has template links at its root unless hideLinks=1 leaves them out', async () => {
    for (const path of ['/movies', `/movies/${jaws}`]) {
      expect((await get(path)).body._links).toHaveProperty(['movies.director'])
      expect((await get(path, { hideLinks: 1 })).body).not.toHaveProperty('_links')
    }
  })

  it('[ENV:media_type] has the main entities under the media type’s name, none included', async () => {
    expect((await get('/genres', { pageSize: 2 })).body.genres).toHaveLength(2)
    expect((await get('/genres', { name: word() })).body.genres).toEqual([])
    expect((await get(`/movies/${jaws}/genres`)).body.genres).toHaveLength(1)
  })

  it('[ENV:media_type.2] has one element there for a single entity', async () => {
    expect((await get(`/movies/${jaws}`)).body.movies).toMatchObject([{ title: 'Jaws' }])
  })

  it('[ENV:_linked] always has _linked, empty where nothing is included', async () => {
    expect((await get('/movies', { pageSize: 1 })).body._linked).toEqual({})
    expect((await get(`/movies/${jaws}`)).body._linked).toEqual({})
    const { _linked } = (await get(`/movies/${jaws}`, { include: 'people,ratings' })).body
    expect(Object.keys(_linked)).toEqual(['people', 'ratings'])
    expect(pick(_linked.people ?? [], 'name')).toEqual(['Steven Spielberg'])
  })

  it('[ENV:_permissions] tells can_create in lists and after a create, and not for a single entity', async () => {
    expect((await get('/movies', { pageSize: 1 })).body._permissions).toEqual({ can_create: true })
    expect((await get('/movies', { title: word() })).body._permissions).toEqual({ can_create: true })
    const name = word()
    expect((await post('/people', { people: [{ name }] })).body._permissions).toEqual({ can_create: true })
    expect((await get(`/movies/${jaws}`)).body).not.toHaveProperty('_permissions')
  })
})

describe('members of _meta', () => {
  it('[META:_pageCount] [META:_filterRowCount] [META:_pageSize] [META:_page] count pages and rows of the filter', async () => {
    const answer = await get('/movies', { filter: SPIELBERG, pageSize: 5, page: 4 })
    expect(meta(answer)).toMatchObject({ _pageCount: 5, _filterRowCount: 23, _pageSize: 5, _page: 4 })
    expect(entities(answer, 'movies')).toHaveLength(3)
    const none = await get('/movies', { title: word() })
    expect(meta(none)).toMatchObject({ _pageCount: 0, _filterRowCount: 0, _pageSize: 20, _page: 0 })
  })

  it('[META:_filterRowCount] counts a record as soon as it is written', async () => {
    const title = word()
    const count = async () => meta(await get('/movies', { title }))._filterRowCount
    expect(await count()).toBe(0)
    await newMovie({ title })
    expect(await count()).toBe(1)
    await newMovie({ title })
    expect(await count()).toBe(2)
  })

  it('[META:_previousPage] [META:_nextPage] lead from page to page and end in an empty text', async () => {
    const query = { filter: SPIELBERG, pageSize: 10, sort: 'title', fields: 'title', status: 'published' }
    const first = await get('/movies', query)
    expect(meta(first)._previousPage).toBe('')
    const forth: unknown[] = pick(entities(first, 'movies'), 'title') as unknown[]
    const pages = [meta(first)]
    while (pages.at(-1)?._nextPage) {
      const body = await (await request(pages.at(-1)?._nextPage as string)).json()
      forth.push(...pick(body.movies, 'title'))
      pages.push(body._meta)
    }
    expect(pages).toHaveLength(Math.ceil(forth.length / 10))
    expect(forth).toHaveLength(meta(first)._filterRowCount)
    expect(new Set(forth).size).toBe(forth.length)
    const back = await (await request(pages.at(-1)?._previousPage as string)).json()
    expect(back._meta).toEqual(pages.at(-2))
  })

  it('[META:_previousPage.2] [META:_nextPage.2] keep every parameter of the request', async () => {
    const query = {
      pagesize: '2',
      page: '1',
      'sort[movies]': '-title',
      'fields[movies]': 'title',
      'fields[people]': 'name,born',
      include: 'people',
      filter: `${SPIELBERG}_$and_title_$neq_a&b+c%`,
      hidelinks: '1',
      'director[name]': 'Steven Spielberg',
    }
    const { _nextPage, _previousPage } = meta(await get('/movies', query))
    for (const [url, page] of [
      [_nextPage, '2'],
      [_previousPage, '0'],
    ] as const) {
      expect(url.split('?')[0]).toBe('/api/v1/movies')
      expect(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).toEqual({ ...query, page })
    }
    const sublevel = meta(
      await get(`/people/${await idOf('people', { name: 'Steven Spielberg' })}/movies`, { pageSize: 2 }),
    )
    expect(sublevel._nextPage).toMatch(/^\/api\/v1\/people\/\d+\/movies\?pageSize=2&page=1$/)
    expect(meta(await get(`/movies/1,2,3`, { pageSize: 2 }))._nextPage).toBe('/api/v1/movies/1,2,3?pageSize=2&page=1')
  })

  it('[META:_mainMediaType] [META:_childMediaType] [META:_ids] name what was asked for', async () => {
    expect(meta(await get('/movies'))).toMatchObject({ _mainMediaType: 'movies', _childMediaType: null, _ids: null })
    expect(meta(await get(`/movies/${jaws}`))).toMatchObject({
      _mainMediaType: 'movies',
      _childMediaType: null,
      _ids: [jaws],
    })
    expect(meta(await get(`/movies/${jaws},2`))).toMatchObject({ _childMediaType: null, _ids: [jaws, 2] })
    const related = meta(await get(`/movies/${jaws}/genres`))
    expect(related).toMatchObject({ _mainMediaType: 'movies', _childMediaType: 'genres', _ids: [jaws] })
  })

  it('[META:_ids.2] [META:_filter.2] hold the created ids and no filter after a create', async () => {
    const answer = await post('/people', { people: [{ name: word() }] })
    const [created] = entities(answer, 'people')
    expect(meta(answer)._ids).toEqual([created?._id])
    expect(meta(answer)._filter).toEqual({ _root: null })
    expect(meta(answer)).toMatchObject({ _filterRowCount: 1, _pageCount: 1, _previousPage: '', _nextPage: '' })
  })

  it('[META:_include] [META:_fields] repeat what was asked for', async () => {
    const asked = { include: 'people,distributors.distributors,distributors', fields: 'title,director' }
    expect(meta(await get('/movies', asked))).toMatchObject({
      _include: ['people', 'distributors.distributors', 'distributors'],
      _fields: { movies: ['title', 'director'] },
    })
    const named = { include: 'people', 'fields[movies]': 'title', 'fields[people]': 'name' }
    expect(meta(await get('/movies', named))._fields).toEqual({ movies: ['title'], people: ['name'] })
    expect(meta(await get('/movies'))).toMatchObject({ _include: [], _fields: {} })
  })

  it('[META:_sortOrder] maps media types to what they are sorted by', async () => {
    expect(meta(await get('/movies', { sort: '-year,title' }))._sortOrder).toEqual({
      movies: [
        { _sortType: 'descending', _columnName: 'year' },
        { _sortType: 'ascending', _columnName: 'title' },
      ],
    })
    const query = { include: 'people', 'sort[movies]': '-title', 'sort[people]': 'name' }
    expect(meta(await get('/movies', query))._sortOrder).toEqual({
      movies: [{ _sortType: 'descending', _columnName: 'title' }],
      people: [{ _sortType: 'ascending', _columnName: 'name' }],
    })
    expect(meta(await get('/movies'))._sortOrder).toEqual({})
  })

  it('[META:_filter] is the filter as a tree, with the field=value parameters', async () => {
    const filter = 'year_$ge_1990_$and_(title_$ct_star_$or_director[name]_$in(A,B))'
    const { _filter } = meta(await get('/movies', { filter, status: 'published' }))
    expect(_filter._root).toEqual({
      operator: 'and',
      children: [
        {
          operator: 'and',
          children: [
            { field: 'year', operator: 'ge', value: '1990' },
            {
              operator: 'or',
              children: [
                { field: 'title', operator: 'ct', value: 'star' },
                { field: 'director', relatedField: 'name', operator: 'in', value: ['A', 'B'] },
              ],
            },
          ],
        },
        { field: 'status', operator: 'eq', value: 'published' },
      ],
    })
    expect(meta(await get('/movies', { filter: 'year_$eq_1990' }))._filter._root).toEqual({
      operator: 'and',
      children: [{ field: 'year', operator: 'eq', value: '1990' }],
    })
    expect(meta(await get('/movies'))._filter._root).toEqual({ operator: 'and', children: [] })
  })

  it('[META:_hideMeta] [META:_hideLinks] repeat the parameters', async () => {
    expect(meta(await get('/movies'))).toMatchObject({ _hideMeta: false, _hideLinks: false })
    expect(meta(await get('/movies', { hideLinks: 1, hideMeta: 0 }))).toMatchObject({
      _hideMeta: false,
      _hideLinks: true,
    })
  })

  it('[META:contentSelection] is null where no content selection applies', async () => {
    expect(meta(await get('/movies')).contentSelection).toBeNull()
    expect(meta(await get(`/movies/${jaws}`)).contentSelection).toBeNull()
  })
})
