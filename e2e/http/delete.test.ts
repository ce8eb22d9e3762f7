import { describe, expect, it } from 'vitest'
import { create, entities, error, get, idOf, ids, links, list, meta, newMovie, read, send, word } from './client.ts'

const remove = (path: string, headers: Record<string, string> = {}) => send('DELETE', path, { headers })

describe('a delete', () => {
  it('[D4] [ENT:_permissions] removes a record, and answers 204 with nothing', async () => {
    const movie = await newMovie()
    const answer = await remove(`/movies/${movie._id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(meta(await get(`/movies/${movie._id}`))._filterRowCount).toBe(0)
    expect(error(await remove(`/movies/${movie._id}`)).code).toBe('NOT_FOUND')
  })

  it('[D4] removes several or, when one is not there, none', async () => {
    const movies = [await newMovie(), await newMovie()]
    const path = `/movies/${ids(movies).join(',')}`
    expect(error(await remove(`${path},999999999`))).toMatchObject({ status: '404', code: 'NOT_FOUND' })
    expect(ids(entities(await get(path), 'movies'))).toHaveLength(2)
    expect((await remove(path)).status).toBe(204)
    expect(meta(await get(path))._filterRowCount).toBe(0)
  })

  it('[D4.a] [ERR:etag-mismatch] of one record honours If-Match, and of several takes none but *', async () => {
    const [movie, other] = [await newMovie(), await newMovie()]
    const stale = await remove(`/movies/${movie._id}`, { 'if-match': '"99.1"' })
    expect([stale.status, error(stale).meta]).toEqual([412, { _etag: movie._etag }])
    const both = `/movies/${movie._id},${other._id}`
    expect((await remove(both, { 'if-match': `"${movie._etag}"` })).status).toBe(400)
    expect((await remove(`/movies/${movie._id}`, { 'if-match': `"${movie._etag}"` })).status).toBe(204)
    expect((await remove(`/movies/${other._id}`, { 'if-match': '*' })).status).toBe(204)
  })

  it('[D4.b] [ERR:REFERENCED] is refused while a relation that must hold refers to the record', async () => {
    const rating = await create('ratings', { name: word().slice(0, 20) })
    const movie = await newMovie({ _links: { rating: rating._id } })
    const answer = await remove(`/ratings/${rating._id}`)
    expect(answer.status).toBe(409)
    expect(error(answer)).toMatchObject({
      code: 'REFERENCED',
      meta: { mediaType: 'movies', field: 'rating', count: 1, ids: [movie._id] },
    })
    expect(error(answer).detail).toContain('1 film')
    expect((await remove(`/movies/${movie._id}`)).status).toBe(204)
    expect((await remove(`/ratings/${rating._id}`)).status).toBe(204)
  })

  it('[D4] empties references that may be empty, and moves the tags of those that had them', async () => {
    const director = await create('people', { name: word() })
    const movie = await newMovie({ _links: { director: director._id } })
    expect((await remove(`/people/${director._id}`)).status).toBe(204)
    const after = await read('movies', movie._id)
    expect(links(after).director).toBeNull()
    expect(after._etag).not.toBe(movie._etag)
  })

  it('[D4] [X22] takes joining rows and link objects along, and moves the tags of whoever shows them', async () => {
    const genre = await create('genres', { name: word() })
    const [movie, other] = [await newMovie({ _links: { genres: [genre._id] } }), await newMovie()]
    const collection = await create('collections', {
      name: word(),
      is_public: true,
      _links: { movies: [movie._id, other._id] },
    })
    expect((await remove(`/genres/${genre._id}`)).status).toBe(204)
    const without = await read('movies', movie._id)
    expect(links(without)['genres[movie]']).toEqual([])
    expect(without._etag).not.toBe(movie._etag)
    expect((await remove(`/movies/${movie._id}`)).status).toBe(204)
    const shorter = await read('collections', collection._id)
    expect(links(shorter)['movies[collection]']).toEqual([other._id])
    expect(shorter._etag).not.toBe(collection._etag)
    expect(await list('collection_movies', { movie: movie._id })).toEqual([])
  })

  it('[D4] [ERR:PARAMETER] takes no parameters', async () => {
    const movie = await newMovie()
    const answer = await send('DELETE', `/movies/${movie._id}`, { query: { include: 'people' } })
    expect([answer.status, error(answer).source]).toEqual([400, { parameter: 'include' }])
    expect(await idOf('movies', { slug: String(movie.slug) })).toBe(movie._id)
  })
})
