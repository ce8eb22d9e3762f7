import { beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { create, entities, error, get, idOf, ids, links, newMovie, patch, read, update, word } from './client.ts'

let genres: readonly number[]

beforeAll(async () => {
  genres = await Promise.all(['Action', 'Comedy', 'Western'].map((name) => idOf('genres', { name })))
})

const [ACTION, COMEDY, WESTERN] = [0, 1, 2]
const genre = (which: number): number => genres[which] as number

/** The relation of a record after a change of it. */
async function changed(of: Entity, key: string, value: unknown): Promise<unknown> {
  const after = await update(of._type, of._id, { _links: { [key]: value } })
  expect(await read(of._type, of._id)).toEqual(after)
  return links(after)[key]
}

describe('a to-one relation', () => {
  it('[D3.f] [REL:many-to-one] is replaced by a plain id and emptied by null', async () => {
    const [one, other] = [await create('people', { name: word() }), await create('people', { name: word() })]
    const movie = await newMovie({ _links: { director: one._id } })
    expect(await changed(movie, 'director', other._id)).toBe(other._id)
    expect(ids(entities(await get(`/people/${other._id}/movies`), 'movies'))).toEqual([movie._id])
    expect(await changed(movie, 'director', null)).toBeNull()
    expect((await get(`/movies/${movie._id}/people`)).body.people).toEqual([])
  })

  it('[D3.g] [D3.h] [D3.i] [ENT:_links.3] takes operations', async () => {
    const [one, other] = [await create('people', { name: word() }), await create('people', { name: word() })]
    const movie = await newMovie()
    expect(await changed(movie, 'director', { operation: 'Add', values: one._id })).toBe(one._id)
    expect(await changed(movie, 'director', { operation: 'Remove', values: [other._id] })).toBe(one._id)
    expect(await changed(movie, 'director', { operation: 'Replace', values: [other._id] })).toBe(other._id)
    expect(await changed(movie, 'director', { operation: 'Remove', values: other._id })).toBeNull()
  })

  it('[D3.f] refuses two ids, an id that does not exist, and emptiness where it is required', async () => {
    const movie = await newMovie()
    const refused = async (type: string, id: number, _links: object) =>
      error(await patch(`/${type}/${id}`, { [type]: [{ _links }] }))
    const pointer = '/movies/0/_links/director'
    for (const value of [
      [1, 2],
      'x',
      1.5,
      -1,
      { operation: 'Move', values: 1 },
      { values: 1 },
      true,
      { operation: 'Add' },
    ]) {
      expect(await refused('movies', movie._id, { director: value })).toMatchObject({
        status: '422',
        source: { pointer },
      })
    }
    expect(await refused('movies', movie._id, { director: 999_999_999 })).toMatchObject({
      status: '422',
      source: { pointer },
    })
    const note = await create('import_notes', { summary: word(), _links: { movie: movie._id } })
    for (const value of [null, { operation: 'Remove', values: movie._id }]) {
      expect(await refused('import_notes', note._id, { movie: value })).toMatchObject({
        status: '422',
        source: { pointer: '/import_notes/0/_links/movie' },
      })
    }
  })
})

describe('a to-many relation', () => {
  it('[D3.f] [REL:many-to-many] is replaced by a plain list', async () => {
    const movie = await newMovie({ _links: { 'genres[movie]': [genre(ACTION)] } })
    const both = [genre(COMEDY), genre(WESTERN)]
    expect(await changed(movie, 'genres[movie]', both)).toEqual(both)
    expect(await changed(movie, 'genres[movie]', genre(ACTION))).toEqual([genre(ACTION)])
    expect(await changed(movie, 'genres[movie]', [])).toEqual([])
  })

  it('[D3.g] [D3.h] [D3.i] [ENT:_links.3] takes operations', async () => {
    const movie = await newMovie({ _links: { 'genres[movie]': [genre(ACTION)] } })
    const key = 'genres[movie]'
    const operation = (name: string, ...values: number[]) => changed(movie, key, { operation: name, values })
    expect(await operation('Add', genre(WESTERN), genre(WESTERN))).toEqual([genre(ACTION), genre(WESTERN)])
    expect(await operation('Add', genre(WESTERN))).toEqual([genre(ACTION), genre(WESTERN)])
    expect(await operation('Remove', genre(ACTION), genre(COMEDY))).toEqual([genre(WESTERN)])
    expect(await operation('Replace', genre(COMEDY), genre(ACTION))).toEqual([genre(ACTION), genre(COMEDY)])
    expect(await operation('Remove')).toEqual([genre(ACTION), genre(COMEDY)])
    expect(await operation('Replace')).toEqual([])
  })

  it('[D3.g] changes the tag when the relation changes and only then', async () => {
    const movie = await newMovie({ _links: { 'genres[movie]': [genre(ACTION)] } })
    const tag = async (value: object) =>
      (await update('movies', movie._id, { _links: { 'genres[movie]': value } }))._etag
    expect(await tag({ operation: 'Add', values: [genre(ACTION)] })).toBe(movie._etag)
    expect(await tag({ operation: 'Remove', values: [genre(COMEDY)] })).toBe(movie._etag)
    expect(await tag([genre(ACTION)])).toBe(movie._etag)
    expect(await tag({ operation: 'Add', values: [genre(COMEDY)] })).not.toBe(movie._etag)
  })

  it('[D3.f] refuses ids that do not exist, all of the change with them', async () => {
    const movie = await newMovie({ _links: { 'genres[movie]': [genre(ACTION)] } })
    const answer = await patch(`/movies/${movie._id}`, {
      movies: [{ year: 2001, _links: { 'genres[movie]': [genre(COMEDY), 999_999_999] } }],
    })
    expect(error(answer)).toMatchObject({ status: '422', source: { pointer: '/movies/0/_links/genres[movie]' } })
    expect(await read('movies', movie._id)).toEqual(movie)
    const twice = { genres: [genre(ACTION)], _links: { 'genres[movie]': [genre(COMEDY)] } }
    expect((await patch(`/movies/${movie._id}`, { movies: [twice] })).status).toBe(422)
  })
})

describe('a reverse relation', () => {
  it('[D3.g] [D3.h] [D3.i] [REL:one-to-many] is written on the records that refer back, whose tags change', async () => {
    const person = await create('people', { name: word() })
    const [a, b, c] = [await newMovie(), await newMovie(), await newMovie()]
    const films = async () => ids(entities(await get(`/people/${person._id}/movies`), 'movies'))
    const write = (value: unknown) => update('people', person._id, { _links: { 'movies[director]': value } })
    await write({ operation: 'Add', values: [a._id, b._id] })
    expect(await films()).toEqual([a._id, b._id])
    const linked = await read('movies', a._id)
    expect(links(linked).director).toBe(person._id)
    expect(linked._etag).not.toBe(a._etag)
    await write({ operation: 'Remove', values: [a._id, c._id] })
    expect(await films()).toEqual([b._id])
    const untouched = await read('movies', b._id)
    await write([b._id, c._id])
    expect(await films()).toEqual([b._id, c._id])
    expect(await read('movies', b._id)).toEqual(untouched)
    await write([])
    expect(await films()).toEqual([])
    expect(links(await read('movies', c._id)).director).toBeNull()
    expect(await read('movies', c._id)).toMatchObject({ _etag: expect.stringMatching(/^3\./) })
  })

  it('[D3.f] takes records over from another one', async () => {
    const [one, other] = [await create('people', { name: word() }), await create('people', { name: word() })]
    const movie = await newMovie({ _links: { director: one._id } })
    await update('people', other._id, { _links: { 'movies[director]': [movie._id] } })
    expect(links(await read('movies', movie._id)).director).toBe(other._id)
    expect((await get(`/people/${one._id}/movies`)).body.movies).toEqual([])
  })

  it('[D3.f] does not take away what is required', async () => {
    const collection = await create('collections', { name: word() })
    const [movie, other] = [await newMovie(), await newMovie()]
    await create('collection_movies', { _links: { collection: collection._id, movie: movie._id } })
    const body = { collections: [{ _links: { 'collection_movies[collection]': [] } }] }
    expect(error(await patch(`/collections/${collection._id}`, body)).status).toBe('422')
    expect((await get(`/collections/${collection._id}/collection_movies`)).body.collection_movies).toHaveLength(1)
    const note = await create('import_notes', { summary: word(), _links: { movie: movie._id } })
    await update('movies', other._id, { _links: { 'import_notes[movie]': note._id } })
    expect(links(await read('import_notes', note._id)).movie).toBe(other._id)
  })

  it('[REL:one-to-one] reads as a single id from the other side', async () => {
    const movie = await newMovie()
    const note = await create('import_notes', { summary: word(), _links: { movie: movie._id } })
    expect(links(await read('movies', movie._id, { fields: 'import_notes[movie]' }))).toEqual({
      'import_notes[movie]': note._id,
    })
    expect(entities(await get(`/movies/${movie._id}/import_notes`), 'import_notes')).toEqual([note])
  })
})

describe('an ordered relation through link objects', () => {
  const key = 'movies[collection]'
  const shown = async (of: Entity) => ids(entities(await get(`/collections/${of._id}/movies`), 'movies'))

  it('[D3.f] [D3.i] [D3.j] [REL:link-object] keeps the order given', async () => {
    const [a, b, c] = ids([await newMovie(), await newMovie(), await newMovie()]) as [number, number, number]
    const collection = await create('collections', { name: word(), _links: { [key]: [c, a, b] } })
    expect(links(collection)[key]).toEqual([c, a, b])
    for (const order of [[b, a, c], [a], [c, b, a]]) {
      expect(await changed(collection, key, { operation: 'Replace', values: order })).toEqual(order)
      expect(await shown(collection)).toEqual(order)
    }
    const included = await get(`/collections/${collection._id}`, { include: 'movies' })
    expect(links(entities(included, 'collections')[0] as Entity).movies).toEqual([c, b, a])
  })

  it('[D3.g] [D3.h] adds at the end and leaves the others where they are', async () => {
    const [a, b, c, d] = ids([await newMovie(), await newMovie(), await newMovie(), await newMovie()]) as [
      number,
      number,
      number,
      number,
    ]
    const collection = await create('collections', { name: word(), _links: { [key]: [c, a] } })
    expect(await changed(collection, key, { operation: 'Add', values: [d, b] })).toEqual([c, a, d, b])
    expect(await changed(collection, key, { operation: 'Add', values: [a] })).toEqual([c, a, d, b])
    expect(await changed(collection, key, { operation: 'Remove', values: [a, d] })).toEqual([c, b])
    expect(await changed(collection, key, { operation: 'Add', values: [a] })).toEqual([c, b, a])
  })

  it('[D3.i] [D3.j] keeps the link objects of what stays, with their own fields', async () => {
    const [a, b] = ids([await newMovie(), await newMovie()]) as [number, number]
    const collection = await create('collections', { name: word(), _links: { [key]: [a, b] } })
    const places = async () =>
      entities(await get(`/collections/${collection._id}/collection_movies`, { sort: 'position' }), 'collection_movies')
    const [first] = await places()
    await update('collection_movies', first?._id as number, { note: 'The first.' })
    expect(await changed(collection, key, [b, a])).toEqual([b, a])
    expect((await places()).map(({ position, note, _links }) => [position, note, _links?.movie])).toEqual([
      [1, null, b],
      [2, 'The first.', a],
    ])
  })

  it('[D3.j] changes the tag with the order alone', async () => {
    const [a, b] = ids([await newMovie(), await newMovie()]) as [number, number]
    const collection = await create('collections', { name: word(), _links: { [key]: [a, b] } })
    const same = await update('collections', collection._id, { _links: { [key]: [a, b] } })
    expect(same._etag).toBe(collection._etag)
    const turned = await update('collections', collection._id, { _links: { [key]: [b, a] } })
    expect(turned._etag).not.toBe(collection._etag)
  })

  it('[REL:link-object] is written from the far side as well', async () => {
    const movie = await newMovie()
    const collection = await create('collections', { name: word() })
    await update('movies', movie._id, {
      _links: { 'collections[movie]': { operation: 'Add', values: [collection._id] } },
    })
    const after = await read('collections', collection._id)
    expect(links(after)[key]).toEqual([movie._id])
    expect(after._etag).not.toBe(collection._etag)
    await update('movies', movie._id, { _links: { 'collections[movie]': [] } })
    expect(links(await read('collections', collection._id))[key]).toEqual([])
  })
})
