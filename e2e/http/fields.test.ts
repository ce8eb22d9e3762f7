import { beforeAll, describe, expect, it } from 'vitest'
import { entities, entity, error, get, idOf, links, list, pick } from './client.ts'

const ALWAYS = ['_id', '_href', '_type', '_etag', '_permissions', '_links']
let jaws: number
let spielberg: number

beforeAll(async () => {
  jaws = await idOf('movies', { slug: 'jaws-1975' })
  spielberg = await idOf('people', { name: 'Steven Spielberg' })
})

const members = (of: object | undefined): readonly string[] => Object.keys(of ?? {}).toSorted()

describe('fields', () => {
  it('[Q:fields] [Q:fields.4] has the fields asked for and what every entity has', async () => {
    const movie = entity(await get(`/movies/${jaws}`, { fields: 'title, year' }), 'movies')
    expect(members(movie)).toEqual([...ALWAYS, 'title', 'year'].toSorted())
    expect(movie).toMatchObject({ _id: jaws, title: 'Jaws', year: 1975, _links: {} })
    const [first] = await list('movies', { fields: 'dateins', pageSize: 1 })
    expect(members(first)).toEqual([...ALWAYS, 'dateins'].toSorted())
  })

  it('[Q:fields.4] has no more than that for the id alone', async () => {
    for (const fields of ['id', '_id', 'id,_id']) {
      expect(members(entity(await get(`/movies/${jaws}`, { fields }), 'movies'))).toEqual(ALWAYS.toSorted())
    }
  })

  it('[Q:fields.2] has the fields asked for of an included type, at each level and on each path', async () => {
    const include = 'people,distributors,distributors.movies'
    const { body } = await get(`/movies/${jaws}`, {
      include,
      'fields[movies]': 'title,year',
      'fields[people]': 'name,born',
    })
    const always = ALWAYS.filter((name) => name !== '_permissions')
    expect(members(body._linked.people?.[0])).toEqual([...always, 'born', 'name'].toSorted())
    expect(members((body.movies as object[])[0])).toEqual([...ALWAYS, 'title', 'year'].toSorted())
    for (const movie of body._linked.movies ?? [])
      expect(members(movie)).toEqual([...always, 'title', 'year'].toSorted())
    expect(body._linked.movies?.length).toBeGreaterThan(50)
    expect(body._linked.distributors?.[0]).toHaveProperty('description')
  })

  it('[Q:fields.3] does not mix fields with fields[…]', async () => {
    const answer = await get('/movies', { fields: 'title', include: 'people', 'fields[people]': 'name' })
    expect(error(answer)).toMatchObject({ code: 'PARAMETER', source: { parameter: 'fields' } })
    const itself = await get('/movies', { fields: 'title', 'fields[movies]': 'title' })
    expect(error(itself)).toMatchObject({ code: 'PARAMETER', source: { parameter: 'fields' } })
  })

  it('[Q:fields.5] shows a relationship field under _links', async () => {
    const movie = entity(await get(`/movies/${jaws}`, { fields: 'title,director,genres' }), 'movies')
    expect(members(movie)).toEqual([...ALWAYS, 'title'].toSorted())
    expect(links(movie)).toEqual({ director: spielberg, 'genres[movie]': [await idOf('genres', { name: 'Horror' })] })
    const byKey = entity(await get(`/movies/${jaws}`, { fields: 'genres[movie],collections[movie]' }), 'movies')
    expect(members(links(byKey))).toEqual(['collections[movie]', 'genres[movie]'])
  })

  it('[Q:fields.6] [Q:fields.7] reduces an included type with a single field to its values by id, or to ids', async () => {
    const values = await get(`/movies/${jaws}`, { include: 'people', 'fields[people]': 'name' })
    expect(values.body._linked.people).toEqual({ [spielberg]: 'Steven Spielberg' })
    const plain = await get(`/movies/${jaws}`, {
      include: 'people,genres',
      'fields[people]': 'id',
      'fields[genres]': 'color',
    })
    expect(plain.body._linked.people).toEqual([spielberg])
    const other = await get(`/movies/${jaws}`, { include: 'people', 'fields[people]': '_id' })
    expect(other.body._linked.people).toEqual([spielberg])
    expect(Object.values(plain.body._linked.genres ?? {})).toEqual(['#5c0011'])
    const relation = await get(`/movies/${jaws}`, { include: 'distributors', 'fields[distributors]': 'parent' })
    expect(Object.values(relation.body._linked.distributors ?? {})).toEqual([null])
  })

  it('[Q:fields.7] reduces to an empty array where nothing is included', async () => {
    const kong = await idOf('movies', { slug: 'king-kong-1933' })
    const query = { include: 'people,genres', 'fields[people]': 'id', 'fields[genres]': 'name' }
    expect((await get(`/movies/${kong}`, query)).body._linked).toEqual({ people: [], genres: {} })
  })

  it('[Q:fields.2] leaves the main entity whole where only an included type is named', async () => {
    const answer = await get(`/movies/${jaws}`, { include: 'people', 'fields[people]': 'name' })
    expect(entity(answer, 'movies')).toMatchObject({ title: 'Jaws', year: 1975, slug: 'jaws-1975', synopsis: null })
    expect(links(entity(answer, 'movies'))).toMatchObject({ director: spielberg, people: [spielberg] })
  })

  it('[Q:fields] refuses fields that are unknown, and types that take no part', async () => {
    const refused = async (query: Record<string, string>) => error(await get('/movies', query))
    expect(await refused({ fields: 'title,nothing' })).toMatchObject({
      code: 'UNKNOWN_FIELD',
      source: { parameter: 'fields' },
    })
    const named = await refused({ include: 'people', 'fields[people]': 'title' })
    expect(named).toMatchObject({ code: 'UNKNOWN_FIELD', source: { parameter: 'fields[people]' } })
    expect(await refused({ 'fields[people]': 'name' })).toMatchObject({ source: { parameter: 'fields[people]' } })
    expect(await refused({ fields: 'title;drop' })).toMatchObject({
      code: 'PARAMETER',
      source: { parameter: 'fields' },
    })
  })

  it('[Q:fields] holds for lists and related entities as well', async () => {
    const answer = await get(`/people/${spielberg}/movies`, { fields: 'year', sort: 'year', pageSize: 2 })
    expect(pick(entities(answer, 'movies'), 'year')).toEqual([1975, 1977])
    expect(members(entities(answer, 'movies')[0])).toEqual([...ALWAYS, 'year'].toSorted())
  })
})
