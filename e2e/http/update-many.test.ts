import { describe, expect, it } from 'vitest'
import { create, entities, error, errors, ids, links, newMovie, patch, pick, read, send, word } from './client.ts'

describe('an update of several', () => {
  it('[D3.k] changes each as its own element says, and answers with all', async () => {
    const [one, other] = [await newMovie({ year: 1990 }), await newMovie({ year: 1991 })]
    const answer = await patch('/movies', {
      movies: [
        { _id: other._id, _etag: other._etag, year: 2001 },
        { _id: one._id, year: 2000, _links: { director: (await create('people', { name: word() }))._id } },
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toMatch(/^"/)
    const made = entities(answer, 'movies')
    expect(ids(made)).toEqual([one._id, other._id])
    expect(pick(made, 'year')).toEqual([2000, 2001])
    expect(await read('movies', one._id)).toEqual({ ...made[0], _etag: expect.stringMatching(/^2\./) })
  })

  it('[D3.k] [ERR:etag-mismatch] changes none when the tag of one does not hold', async () => {
    const [one, other] = [await newMovie({ year: 1990 }), await newMovie({ year: 1991 })]
    await patch(`/movies/${other._id}`, { movies: [{ year: 1992 }] })
    const answer = await patch('/movies', {
      movies: [
        { _id: one._id, _etag: one._etag, year: 2000 },
        { _id: other._id, _etag: other._etag, year: 2001 },
      ],
    })
    expect(answer.status).toBe(412)
    expect(error(answer)).toMatchObject({ code: 'ETAG_MISMATCH', source: { pointer: '/movies/1/_etag' } })
    expect(await read('movies', one._id)).toEqual({ ...one, _etag: expect.stringMatching(/^1\./) })
  })

  it('[D3.k] [D1.e] says of each element what is wrong with it', async () => {
    const movie = await newMovie()
    const answer = await patch('/movies', {
      movies: [{ year: 1 }, { _id: 'x', year: 1999 }, { _id: movie._id, _etag: 7, colour: 'red' }],
    })
    expect(answer.status).toBe(422)
    expect(errors(answer).map((each) => each.source?.pointer)).toEqual([
      '/movies/0/_id',
      '/movies/0/year',
      '/movies/1/_id',
      '/movies/2/_etag',
      '/movies/2/colour',
    ])
    const unknown = await patch('/movies', {
      movies: [
        { _id: movie._id, year: 1 },
        { _id: 999_999_999, year: 1999 },
        { _id: (await newMovie())._id, _etag: '77.1', year: 1999 },
      ],
    })
    expect(errors(unknown).map((each) => [each.code, each.source?.pointer])).toEqual([
      ['NOT_FOUND', '/movies/1/_id'],
      ['ETAG_MISMATCH', '/movies/2/_etag'],
      ['VALIDATION', '/movies/0/year'],
    ])
    const twice = await patch('/movies', {
      movies: [
        { _id: movie._id, year: 1999 },
        { _id: movie._id, year: 1998 },
      ],
    })
    expect(error(twice)).toMatchObject({ code: 'VALIDATION', source: { pointer: '/movies/1/_id' } })
    expect(await read('movies', movie._id)).toEqual(movie)
  })

  it('[D3.k] takes null for no tag', async () => {
    const movie = await newMovie()
    const made = entities(await patch('/movies', { movies: [{ _id: movie._id, _etag: null, year: 1999 }] }), 'movies')
    expect(pick(made, 'year')).toEqual([1999])
  })

  it('[D3.l] applies one element to each record of the path', async () => {
    const genre = await create('genres', { name: word() })
    const movies = [await newMovie(), await newMovie(), await newMovie()]
    const answer = await patch(`/movies/${ids(movies).join(',')}`, {
      movies: [{ year: 1977, _links: { genres: { operation: 'Add', values: [genre._id] } } }],
    })
    expect(answer.status).toBe(200)
    const changed = entities(answer, 'movies')
    expect(ids(changed)).toEqual(ids(movies))
    expect(pick(changed, 'year')).toEqual([1977, 1977, 1977])
    for (const each of changed) expect(links(each)['genres[movie]']).toEqual([genre._id])
  })

  it('[D3.l] [D1.e] says once what is wrong with it, however many records it is for', async () => {
    const movies = await Promise.all([newMovie(), newMovie(), newMovie()])
    const wrong = { _type: 'finder', _href: '/api/v1/genres?colour=red', _resultset: 'all' }
    const element = { year: 1, colour: 'red', _links: { director: 999_999_999, genres: [wrong] } }
    const answer = await patch(`/movies/${ids(movies).join(',')}`, { movies: [element] })
    expect(errors(answer).map((each) => [each.code, each.source?.pointer])).toEqual([
      ['VALIDATION', '/movies/0/year'],
      ['UNKNOWN_FIELD', '/movies/0/colour'],
      ['UNKNOWN_FIELD', '/movies/0/_links/genres/0/_href'],
      ['VALIDATION', '/movies/0/_links/director'],
    ])
    const slug = { movies: [{ slug: word() }] }
    expect(error(await patch(`/movies/${ids(movies).join(',')}`, slug)).code).toBe('UNIQUE')
  })

  it('[D3.l] [X21] changes none when one of them is not there, and takes no tag but *', async () => {
    const movie = await newMovie({ year: 1990 })
    const path = `/movies/${movie._id},999999999`
    expect(error(await patch(path, { movies: [{ year: 1991 }] })).code).toBe('NOT_FOUND')
    const tagged = await patch(path, { movies: [{ year: 1991 }] }, { 'if-match': `"${movie._etag}"` })
    expect([tagged.status, error(tagged).source]).toEqual([400, { header: 'If-Match' }])
    expect(
      (await patch(`/movies/${movie._id},${movie._id}`, { movies: [{ year: 1990 }] }, { 'if-match': '*' })).status,
    ).toBe(200)
    expect(error(await patch(path, { movies: [{ year: 1 }, { year: 2 }] })).source).toEqual({ pointer: '/movies/1' })
    expect((await read('movies', movie._id)).year).toBe(1990)
  })

  it('[D3] other methods on a list are refused, with those that there are', async () => {
    const answer = await send('PUT', '/movies', { body: { movies: [{}] } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PATCH'])
  })
})
