import { beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import {
  create,
  entities,
  entity,
  error,
  find,
  get,
  idOf,
  ids,
  links,
  meta,
  newMovie,
  pick,
  send,
  word,
} from './client.ts'

let jaws: Entity
let spielberg: number

beforeAll(async () => {
  jaws = await find('movies', { slug: 'jaws-1975' })
  spielberg = await idOf('people', { name: 'Steven Spielberg' })
})

describe('include', () => {
  it('[Q:include] [Q:include.3] takes media type names and puts their entities into _linked', async () => {
    const { body } = await get(`/movies/${jaws._id}`, { include: 'people, ratings,genres' })
    expect(Object.keys(body._linked)).toEqual(['people', 'ratings', 'genres'])
    expect(body._linked.people).toMatchObject([{ _id: spielberg, _type: 'people', name: 'Steven Spielberg' }])
    expect(body._linked.ratings).toMatchObject([{ name: 'PG', position: 2 }])
    expect(body._linked.genres).toMatchObject([{ name: 'Horror' }])
  })

  it('[Q:include] does not take names of relationship properties', async () => {
    const answer = await get('/movies', { include: 'director' })
    expect(error(answer)).toMatchObject({ code: 'PARAMETER', status: '400', source: { parameter: 'include' } })
    expect(error(answer).detail).toContain('"director"')
  })

  it('[Q:include.2] [LIM:include-depth] reaches a second level by dot notation', async () => {
    const query = { include: 'collection_movies,collection_movies.collections', 'fields[collections]': 'name,status' }
    const answer = await get(`/movies/${jaws._id}`, query)
    const { collections = [], collection_movies: places = [] } = answer.body._linked
    expect(pick(collections, 'name')).toContain('Directed by Steven Spielberg')
    expect(places.length).toBe(collections.length)
    for (const place of places) {
      expect(links(place)).toMatchObject({ movie: jaws._id, collections: [links(place).collection] })
    }
  })

  it('[Q:include.2] refuses a second level without its first, a third level, and empty names', async () => {
    const refused = async (include: string) => error(await get('/movies', { include }))
    expect((await refused('people.movies')).detail).toContain('add "people"')
    expect((await refused('people,people.movies,people.movies.genres')).detail).toContain('two levels')
    expect((await refused('people,people.')).source).toEqual({ parameter: 'include' })
    expect((await refused('people,people.genres')).detail).toContain('"genres"')
  })

  it('[Q:include.5] refuses a media type that is related twice, from either side', async () => {
    const [duels, fencers] = [word().slice(0, 20), word().slice(0, 20)]
    const made: [string, number][] = []
    const add = async (type: string, element: object) => void made.push([type, (await create(type, element))._id])
    for (const name of [duels, fencers]) await add('adm_mediatypes', { name, label: name, label_plural: name })
    for (const column_name of ['winner', 'loser']) {
      await add('adm_fields', { mediatype: duels, name: column_name, label: column_name, type: 'Related' })
      const relation = { mediatype: duels, related_mediatype: fencers, kind: 'many-to-one', column_name }
      await add('adm_relateds', { ...relation, on_delete: 'cascade' })
    }
    for (const [from, to] of [
      [duels, fencers],
      [fencers, duels],
    ] as const) {
      const refused = error(await get(`/${from}`, { include: to }))
      expect(refused).toMatchObject({ status: '400', code: 'PARAMETER', source: { parameter: 'include' } })
      expect((await get(`/${from}`)).status).toBe(200)
    }
    for (const [type, id] of made.toReversed())
      expect((await send('DELETE', `/${type}/${id}`, { query: 'confirmLoss=true' })).status).toBe(204)
  })

  it('[Q:include.4] [D13] [D13.a] keeps an entity’s own links and adds the ids of each included type', async () => {
    const plain = links(jaws)
    const answer = await get(`/movies/${jaws._id}`, { include: 'people,genres,collections,import_notes' })
    const { people, genres, collections, import_notes, ...own } = links(entity(answer, 'movies'))
    expect(own).toEqual(plain)
    expect(people).toEqual([plain.director])
    expect(genres).toEqual(plain['genres[movie]'])
    expect(import_notes).toEqual([])
    expect(collections).toEqual(ids(answer.body._linked.collections ?? []))
    expect(pick(answer.body._linked.collections ?? [], 'name')).toContain('Directed by Steven Spielberg')
  })

  it('[D13.a] names no record that is not included, whichever way an entity was reached', async () => {
    const [director, other] = [await create('people', { name: word() }), await create('people', { name: word() })]
    const [film, beside] = [
      await newMovie({ _links: { director: director._id } }),
      await newMovie({ _links: { director: other._id } }),
    ]
    const movies = [film._id, beside._id]
    const collection = await create('collections', { name: word(), is_public: true, _links: { movies } })
    const answer = await get('/collection_movies', {
      filter: `collection_$eq_${collection._id}_$and_movie_$eq_${film._id}`,
      include: 'movies,movies.people,collections,collections.movies',
    })
    const linked = answer.body._linked
    expect(ids(linked.people ?? [])).toEqual([director._id])
    const people = (linked.movies ?? []).map((each) => [each._id, links(each).people, links(each).director])
    expect(people).toEqual([
      [film._id, [director._id], director._id],
      [beside._id, [], other._id],
    ])
  })

  it('[D13.a] adds an empty list where nothing is related', async () => {
    const kong = await find('movies', { slug: 'king-kong-1933' })
    const answer = await get(`/movies/${kong._id}`, { include: 'people,genres' })
    expect(links(entity(answer, 'movies'))).toEqual({ ...links(kong), people: [], genres: [] })
    expect(answer.body._linked).toEqual({ people: [], genres: [] })
  })

  it('[D13.a] gives each entity of a list the ids that are its own', async () => {
    const answer = await get('/movies', { filter: 'title_$sw_King Kong', include: 'people,genres', sort: 'year' })
    const [first, second, third] = entities(answer, 'movies').map(links)
    expect([first?.people, first?.genres]).toEqual([[], []])
    expect([second?.people, second?.genres]).toEqual([[second?.director], []])
    expect([third?.people, third?.genres]).toEqual([[third?.director], third?.['genres[movie]']])
    expect(pick(answer.body._linked.people ?? [], 'name').toSorted()).toEqual(['John Guillermin', 'Peter Jackson'])
  })

  it('[D13.b] has an entity once, however many refer to it and by whichever path', async () => {
    const query = { director: spielberg, pageSize: 50, include: 'people,distributors,distributors.movies', hideMeta: 1 }
    const answer = await get('/movies', {
      ...query,
      'fields[distributors]': 'name,parent',
      'fields[movies]': 'title,year',
    })
    expect(entities(answer, 'movies')).toHaveLength(23)
    expect(ids(answer.body._linked.people ?? [])).toEqual([spielberg])
    for (const included of Object.values(answer.body._linked)) {
      expect(new Set(ids(included)).size).toBe(included.length)
    }
    const universal = answer.body._linked.distributors?.find(({ name }) => name === 'Universal')
    expect(links(universal as Entity).movies).toContain(jaws._id)
    expect(ids(answer.body._linked.movies ?? [])).toEqual(
      expect.arrayContaining(links(universal as Entity).movies as number[]),
    )
  })

  it('[D13.b] merges what two paths lead to', async () => {
    const parent = await create('distributors', { name: word() })
    const label = await create('distributors', { name: word(), _links: { parent: parent._id } })
    const made = [
      await newMovie({ _links: { distributor: label._id } }),
      await newMovie({ _links: { distributor: parent._id } }),
    ]
    const query = { include: 'distributors,distributors.distributors' }
    const answer = await get(`/movies/${ids(made).join(',')}`, query)
    expect(ids(answer.body._linked.distributors ?? []).toSorted()).toEqual([parent._id, label._id].toSorted())
    const [first] = answer.body._linked.distributors?.filter(({ _id }) => _id === label._id) ?? []
    expect(links(first as Entity)).toEqual({ parent: parent._id, distributors: [parent._id] })
  })

  it('[Q:include] follows a media type to itself along the declared direction', async () => {
    const label = await find('distributors', { name: 'Sony Pictures Classics' })
    const answer = await get(`/distributors/${label._id}`, { include: 'distributors' })
    expect(pick(answer.body._linked.distributors ?? [], 'name')).toEqual(['Sony Pictures'])
    expect(links(entity(answer, 'distributors'))).toMatchObject({
      distributors: [links(label).parent],
      parent: links(label).parent,
    })
  })

  it('[Q:include.3] includes only what the page’s entities are related to', async () => {
    const first = await get('/movies', {
      director: spielberg,
      sort: 'year',
      pageSize: 1,
      include: 'people,distributors',
    })
    expect(pick(first.body._linked.distributors ?? [], 'name')).toEqual(['Universal'])
    expect(ids(first.body._linked.people ?? [])).toEqual([spielberg])
    const second = await get('/movies', {
      director: spielberg,
      sort: 'year',
      pageSize: 1,
      page: 1,
      include: 'distributors',
    })
    expect(ids(second.body._linked.distributors ?? [])).toEqual(links(entity(second, 'movies')).distributors)
    expect(meta(second)._filterRowCount).toBe(23)
  })
})
