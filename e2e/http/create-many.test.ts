import { describe, expect, it } from 'vitest'
import { entities, errors, get, ids, links, meta, newMovie, post, word } from './client.ts'

const movie = (name: string, more: object = {}) => ({ title: name, slug: name, ...more })

describe('a create of several', () => {
  it('[API6] [API6.b] [META:_ids.2] makes them all, names them in Location and answers with each', async () => {
    const names = [word(), word(), word()]
    const answer = await post('/movies', { movies: names.map((name, at) => movie(name, { year: 1990 + at })) })
    expect(answer.status).toBe(201)
    const made = entities(answer, 'movies')
    expect(made.map((each) => [each.title, each.year])).toEqual(names.map((name, at) => [name, 1990 + at]))
    expect(answer.headers.get('location')).toBe(`/api/v1/movies/${ids(made).join(',')}`)
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(meta(answer)._ids).toEqual(ids(made))
    expect(meta(answer)._filter).toEqual({ _root: null })
    expect(answer.body._permissions).toEqual({ can_create: true })
  })

  it('[API6.a] leaves nothing when the last of 500 fails', async () => {
    const mark = word()
    const elements = Array.from({ length: 500 }, (_, at) => movie(`${mark}${at}`, { synopsis: mark }))
    const last = { ...elements[499], slug: `${mark}0` }
    const refused = await post('/movies', { movies: [...elements.slice(0, 499), last] })
    expect([refused.status, errors(refused)[0]]).toMatchObject([
      409,
      { code: 'UNIQUE', source: { pointer: '/movies/499/slug' } },
    ])
    expect(meta(await get('/movies', { synopsis: mark }))._filterRowCount).toBe(0)
    const made = await post('/movies', { movies: elements })
    expect(made.status).toBe(201)
    expect(entities(made, 'movies')).toHaveLength(500)
    expect(meta(await get('/movies', { synopsis: mark }))._filterRowCount).toBe(500)
  })

  it('[API6] answers with every one of a thousand, more than a page may hold', async () => {
    const name = word()
    const people = Array.from({ length: 1000 }, (_, at) => ({ name: `${name} ${at}` }))
    const made = await post('/people', { people })
    expect(made.status).toBe(201)
    expect(entities(made, 'people').map((each) => each.name)).toEqual(people.map((each) => each.name))
  })

  it('[D1.e] [ERR:create-fails] tells of every problem of every element at once', async () => {
    const taken = (await newMovie()).slug
    const refused = await post('/movies', {
      movies: [
        movie(word(), { year: 'soon' }),
        { slug: word() },
        movie(word(), { status: 'lost', _links: { director: 999_999_999 } }),
        movie(word(), { slug: taken }),
      ],
    })
    expect(
      errors(refused)
        .map((each) => [each.code, each.source?.pointer])
        .sort(),
    ).toEqual(
      [
        ['UNIQUE', '/movies/3/slug'],
        ['VALIDATION', '/movies/0/year'],
        ['VALIDATION', '/movies/1/title'],
        ['VALIDATION', '/movies/2/_links/director'],
        ['VALIDATION', '/movies/2/status'],
      ].sort(),
    )
  })

  it('[REL:link-object] [X20] makes link objects with fields of their own', async () => {
    const [one, other] = [await newMovie(), await newMovie()]
    const answer = await post('/collections', {
      collections: [
        {
          name: word(),
          is_public: false,
          _links: { movies: [{ _id: other._id, note: 'First of all.' }, one._id] },
        },
      ],
    })
    expect(answer.status).toBe(201)
    const [collection] = entities(answer, 'collections')
    expect(links(collection as never)['movies[collection]']).toEqual([other._id, one._id])
    const joined = entities(
      await get('/collection_movies', { collection: String(collection?._id), sort: 'position' }),
      'collection_movies',
    )
    expect(joined.map((each) => [each.position, each.note])).toEqual([
      [1, 'First of all.'],
      [2, null],
    ])
    const refused = await post('/collections', {
      collections: [{ name: word(), is_public: false, _links: { movies: [{ _id: one._id, colour: 'red' }] } }],
    })
    expect(errors(refused)[0]).toMatchObject({
      code: 'UNKNOWN_FIELD',
      source: { pointer: '/collections/0/_links/movies/0/colour' },
    })
  })
})
