import { beforeAll, describe, expect, it } from 'vitest'
import {
  entities,
  entity,
  error,
  errors,
  find,
  get,
  idOf,
  ids,
  links,
  list,
  meta,
  newMovie,
  pick,
  word,
} from './client.ts'

let jaws: number
let collection: number

beforeAll(async () => {
  jaws = await idOf('movies', { slug: 'jaws-1975' })
  collection = await idOf('collections', { name: 'Directed by Steven Spielberg' })
})

describe('<field>=<value>', () => {
  it('[Q:field-value] is strict equality with the decoded value', async () => {
    const name = word()
    const title = `${name} & Söhne* (100%) = "x"+y`
    const made = await newMovie({ title })
    expect(ids(await list('movies', { title }))).toEqual([made._id])
    expect(await list('movies', { title: title.toUpperCase() })).toEqual([])
    expect(await list('movies', { title: `${name}*` })).toEqual([])
    expect(await list('movies', `title=${encodeURIComponent(title.slice(0, -1))}`)).toEqual([])
    expect(ids(await list('movies', `title=${encodeURIComponent(title)}`))).toEqual([made._id])
  })

  it('[Q:field-value] reads the value as the field’s type does', async () => {
    expect(pick(await list('movies', { release_date: '1975-06-20' }), 'title')).toContain('Jaws')
    expect(pick(await list('movies', { us_gross: '260000000.00', year: '1975' }), 'title')).toEqual(['Jaws'])
    expect(ids(await list('movies', { id: jaws }))).toEqual([jaws])
    expect(ids(await list('movies', { _id: jaws }))).toEqual([jaws])
    expect((await list('collections', { is_public: 'false', name: 'From console to screen' })).length).toBe(1)
    const answer = await get('/movies', { year: 'last' })
    expect(error(answer)).toMatchObject({ code: 'PARAMETER', source: { parameter: 'year' } })
  })

  it('[Q:field-value.2] several are joined by and, with the filter as well', async () => {
    const base = { 'director[name]': 'Steven Spielberg', year: '1997' }
    expect(pick(await list('movies', { ...base, sort: 'title' }), 'title')).toEqual([
      'Amistad',
      'The Lost World: Jurassic Park',
    ])
    expect(pick(await list('movies', { ...base, filter: 'title_$sw_a_$or_title_$sw_b' }), 'title')).toEqual(['Amistad'])
    expect(pick(await list('movies', 'year=1997&year=1998&director[name]=Steven%20Spielberg'), 'title')).toEqual([])
  })

  it('[Q:field-value] names the records of a relation, by id or by a field of theirs', async () => {
    const director = links(await find('movies', { slug: 'jaws-1975' })).director
    expect(meta(await get('/movies', { director: String(director) }))._filterRowCount).toBe(23)
    const horror = await idOf('genres', { name: 'Horror' })
    expect(pick(await list('movies', { genres: horror, year: 1975 }), 'title')).toContain('Jaws')
    expect(pick(await list('movies', { 'genres[name]': 'Horror', year: 1975 }), 'title')).toContain('Jaws')
  })

  it('[X8] a parameter that is neither known nor a field is refused by its name', async () => {
    for (const parameter of ['nothing', 'Title', 'limit', '__proto__', 'constructor', 'a b']) {
      const answer = await get('/movies', { [parameter]: '1' })
      expect(error(answer)).toMatchObject({ status: '400', code: 'UNKNOWN_FIELD', source: { parameter } })
    }
    expect(error(await get(`/movies/${jaws}`, { nothing: 1 })).code).toBe('UNKNOWN_FIELD')
    const related = await get('/movies', { 'director[nothing]': '1' })
    expect(error(related)).toMatchObject({ code: 'UNKNOWN_FIELD', source: { parameter: 'director[nothing]' } })
    expect(errors(await get('/movies', { 'title[name]': 'x' }))[0]).toMatchObject({ status: '400' })
  })
})

describe('spellings and flags', () => {
  it('[Q:spelling] hideMeta, hideLinks and pageSize are written with or without capitals', async () => {
    expect((await get('/movies', { hidemeta: 1, pagesize: 1 })).body).not.toHaveProperty('_meta')
    expect((await get('/movies', { hidelinks: 1, pagesize: 1 })).body).not.toHaveProperty('_links')
    expect(entities(await get('/movies', { pagesize: 3 }), 'movies')).toHaveLength(3)
    expect(meta(await get('/movies', { pagesize: 3, hidelinks: 1 }))).toMatchObject({ _pageSize: 3, _hideLinks: true })
  })

  it('[Q:spelling] are one parameter, so that both at once are too many', async () => {
    expect(error(await get('/movies', 'pageSize=1&pagesize=2')).source).toEqual({ parameter: 'pagesize' })
    expect(error(await get('/movies', 'hideMeta=1&hidemeta=1')).code).toBe('PARAMETER')
  })

  it('[Q:hideMeta] [Q:hideLinks] take 1 and 0 and nothing else', async () => {
    for (const parameter of ['hideMeta', 'hideLinks', 'ignoreadmfields']) {
      const answer = await get('/movies', { [parameter]: 'perhaps' })
      expect(error(answer)).toMatchObject({ code: 'PARAMETER', source: { parameter } })
    }
  })

  it('[ERR:PARAMETER] a parameter is given once', async () => {
    for (const name of ['filter', 'sort', 'include', 'fields', 'page', 'fields[movies]', 'sort[movies]']) {
      expect(error(await get('/movies', `${name}=&${name}=`))).toMatchObject({
        code: 'PARAMETER',
        source: { parameter: name },
      })
    }
  })
})

describe('ignoreadmfields', () => {
  it('[Q:ignoreadmfields] [X9] leaves only link-object relations in _links', async () => {
    const own = entity(await get(`/collections/${collection}`, { ignoreadmfields: 'true' }), 'collections')
    expect(Object.keys(links(own))).toEqual(['movies[collection]'])
    expect(links(own)['movies[collection]']).toHaveLength(23)
    expect(links(entity(await get(`/movies/${jaws}`, { ignoreadmfields: 'true' }), 'movies'))).toEqual({})
  })

  it('[Q:ignoreadmfields] [X9] finds related entities through link objects only', async () => {
    const through = await get(`/collections/${collection}/movies`, { ignoreadmfields: 'true', pageSize: 1 })
    expect(meta(through)._filterRowCount).toBe(23)
    expect(meta(await get(`/movies/${jaws}/collections`, { ignoreadmfields: 'true' }))._filterRowCount).toBeGreaterThan(
      0,
    )
    expect((await get(`/movies/${jaws}/genres`, { ignoreadmfields: 'true' })).body.genres).toEqual([])
    expect((await get(`/movies/${jaws}/genres`, { ignoreadmfields: 'false' })).body.genres).toHaveLength(1)
  })

  it('[Q:ignoreadmfields.2] has no effect beside an include', async () => {
    const plain = entity(await get(`/movies/${jaws}`, { include: 'people' }), 'movies')
    const ignoring = entity(await get(`/movies/${jaws}`, { include: 'people', ignoreadmfields: 'true' }), 'movies')
    expect(ignoring).toEqual(plain)
    const related = await get(`/people/${links(plain).director}/movies`, { ignoreadmfields: 'true', include: 'genres' })
    expect(meta(related)._filterRowCount).toBe(23)
  })
})
