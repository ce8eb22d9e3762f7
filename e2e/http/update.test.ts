import { describe, expect, it } from 'vitest'
import {
  create,
  entity,
  error,
  errors,
  get,
  idOf,
  links,
  meta,
  newMovie,
  patch,
  read,
  send,
  update,
  word,
} from './client.ts'

describe('an update', () => {
  it('[D3] [D3.m] [SYS3] changes what the body holds and nothing else, and answers 200 with the new tag', async () => {
    const movie = await newMovie({ year: 1990, synopsis: 'Before.', imdb_rating: 5.5 })
    const answer = await patch(`/movies/${movie._id}`, { movies: [{ year: 1991, synopsis: null }] })
    expect(answer.status).toBe(200)
    const after = entity(answer, 'movies')
    expect(after).toEqual({ ...movie, _etag: after._etag, year: 1991, synopsis: null })
    expect(after._etag).not.toBe(movie._etag)
    expect(answer.headers.get('etag')).toBe(`"${after._etag}"`)
    expect(answer.headers.get('content-type')).toBe('application/vnd.api+json;charset=UTF-8')
    expect(meta(answer)).toMatchObject({ _mainMediaType: 'movies', _ids: [movie._id] })
    expect(await read('movies', movie._id)).toEqual(after)
  })

  it('[D3.a] by PUT is the same: what it does not hold stays', async () => {
    const movie = await newMovie({ year: 1990, synopsis: 'Stays.' })
    const answer = await send('PUT', `/movies/${movie._id}`, { body: { movies: [{ year: 1992 }] } })
    expect(answer.status).toBe(200)
    expect(entity(answer, 'movies')).toEqual({ ...movie, _etag: entity(answer, 'movies')._etag, year: 1992 })
    const stale = { body: { movies: [{ year: 1 }] }, headers: { 'if-match': `"${movie._etag}"` } }
    expect((await send('PUT', `/movies/${movie._id}`, stale)).status).toBe(412)
  })

  it('[D3] takes include and fields for its answer', async () => {
    const movie = await newMovie({ _links: { director: (await create('people', { name: word() }))._id } })
    const query = { include: 'people', 'fields[movies]': 'year', 'fields[people]': 'id' }
    const answer = await send('PATCH', `/movies/${movie._id}`, { query, body: { movies: [{ year: 1993 }] } })
    expect(entity(answer, 'movies').year).toBe(1993)
    expect(entity(answer, 'movies')).not.toHaveProperty('title')
    expect(answer.body._linked.people).toEqual([links(movie).director])
  })

  it('[D3] sent back as it was read changes nothing', async () => {
    const western = await idOf('genres', { name: 'Western' })
    const movie = await newMovie({ year: 1990, us_gross: '10', release_date: '1990-05-05', genres: [western] })
    expect(await update('movies', movie._id, movie)).toEqual(movie)
    const collection = await create('collections', {
      name: word(),
      age: { from: 3, to: null },
      weekdays: ['sun'],
      price: '1.50',
      settings: { a: [1] },
      access_code: 's',
      publish_at: '2021-01-01T00:00:00Z',
      _links: { 'movies[collection]': [movie._id] },
    })
    expect(await update('collections', collection._id, collection)).toEqual(collection)
  })

  it('[D3] ignores read-only fields, and refuses an id that is not the path’s', async () => {
    const movie = await newMovie()
    const note = await create('import_notes', { summary: word(), _links: { movie: movie._id } })
    expect(await update('import_notes', note._id, { original: { a: 1 }, dateins: 3 })).toEqual(note)
    const other = await patch(`/movies/${movie._id}`, { movies: [{ _id: movie._id + 1, year: 2000 }] })
    expect(error(other)).toMatchObject({ status: '422', source: { pointer: '/movies/0/_id' } })
  })

  it('[D3] [D1.e] reports every problem at once and changes nothing', async () => {
    const movie = await newMovie({ year: 1990 })
    const element = { year: 2000, title: '', status: 'x', nothing: 1, _links: { director: 'me', 'genres[movie]': [0] } }
    const answer = await patch(`/movies/${movie._id}`, { movies: [element] })
    expect(
      errors(answer)
        .map(({ source }) => source?.pointer)
        .toSorted(),
    ).toEqual([
      '/movies/0/_links/director',
      '/movies/0/_links/genres[movie]/0',
      '/movies/0/nothing',
      '/movies/0/status',
      '/movies/0/title',
    ])
    expect(await read('movies', movie._id)).toEqual(movie)
  })

  it('[D3.n] of an id that does not exist is 404', async () => {
    for (const id of ['999999999', '0', '99999999999999999999'.slice(0, 19)]) {
      const answer = await patch(`/movies/${id}`, { movies: [{ year: 2000 }] })
      expect(error(answer)).toMatchObject({ status: '404', code: 'NOT_FOUND' })
    }
    expect((await send('PUT', '/movies/999999999', { body: { movies: [{ year: 2000 }] } })).status).toBe(404)
  })

  it('[D6] has the media type’s name as its root member', async () => {
    const movie = await newMovie()
    const answer = await patch(`/movies/${movie._id}`, { people: [{ year: 2000 }] })
    expect(error(answer)).toMatchObject({ status: '422', source: { pointer: '/people' } })
    const two = await patch(`/movies/${movie._id}`, { movies: [{ year: 2000 }, { year: 2001 }] })
    expect(error(two)).toMatchObject({ status: '422', source: { pointer: '/movies/1' } })
  })
})

describe('If-Match', () => {
  it('[D3.b] [ERR:ETAG_MISMATCH] [ERR:etag-mismatch] [VER:etag-412] with a tag that no longer holds is 412', async () => {
    const movie = await newMovie({ year: 1990 })
    const path = `/movies/${movie._id}`
    const first = await patch(path, { movies: [{ year: 1991 }] }, { 'if-match': `"${movie._etag}"` })
    expect(first.status).toBe(200)
    const second = await patch(path, { movies: [{ year: 1992 }] }, { 'if-match': `"${movie._etag}"` })
    expect(error(second)).toMatchObject({ status: '412', code: 'ETAG_MISMATCH', source: { header: 'If-Match' } })
    expect((await read('movies', movie._id)).year).toBe(1991)
  })

  it('[D3.b] tells a tag that is none of the record’s from one that no longer holds', async () => {
    const movie = await newMovie()
    const told = async (tag: string) =>
      error(await patch(`/movies/${movie._id}`, { movies: [{ year: 1991 }] }, { 'if-match': tag })).detail
    for (const tag of [`W/"${movie._etag}"`, '"list"']) expect(await told(tag)).toContain('a read of this record alone')
    expect(await told('"999.1"')).toContain('was changed after it was read')
  })

  it('[D3.b] [X36] is in the body’s _etag where the header is not there', async () => {
    const movie = await newMovie({ year: 1990 })
    const path = `/movies/${movie._id}`
    const { _etag } = movie
    expect((await patch(path, { movies: [{ _etag, year: 1991 }] })).status).toBe(200)
    const stale = await patch(path, { movies: [{ _etag, year: 1992 }] })
    expect(error(stale)).toMatchObject({
      status: '412',
      code: 'ETAG_MISMATCH',
      source: { pointer: '/movies/0/_etag' },
    })
    expect((await read('movies', movie._id)).year).toBe(1991)
    const wrong = await patch(path, { movies: [{ _etag: 7, year: 1992 }] })
    expect(error(wrong)).toMatchObject({ status: '422', source: { pointer: '/movies/0/_etag' } })
    expect((await patch(path, { movies: [{ _etag, year: 1993 }] }, { 'if-match': '*' })).status).toBe(200)
  })

  it('[D3.c] a 412 has the current tag', async () => {
    const movie = await newMovie()
    const now = await update('movies', movie._id, { year: 1999 })
    const answer = await patch(`/movies/${movie._id}`, { movies: [{ year: 2000 }] }, { 'if-match': `"${movie._etag}"` })
    expect(error(answer).meta?._etag).toBe(now._etag)
    const again = await patch(
      `/movies/${movie._id}`,
      { movies: [{ year: 2000 }] },
      { 'if-match': `"${error(answer).meta?._etag}"` },
    )
    expect(entity(again, 'movies').year).toBe(2000)
  })

  it('[D3.d] may be an asterisk, and then matches any version of what exists', async () => {
    const movie = await newMovie()
    await update('movies', movie._id, { year: 1999 })
    expect((await patch(`/movies/${movie._id}`, { movies: [{ year: 2000 }] }, { 'if-match': '*' })).status).toBe(200)
    expect((await patch('/movies/999999999', { movies: [{ year: 2000 }] }, { 'if-match': '*' })).status).toBe(404)
  })

  it('[X5.a] compares the version alone, and takes one of several tags', async () => {
    const movie = await newMovie()
    const status = async (ifMatch: string) =>
      (await patch(`/movies/${movie._id}`, { movies: [{}] }, { 'if-match': ifMatch })).status
    expect(await status('"1.0"')).toBe(200)
    expect(await status('"1"')).toBe(200)
    expect(await status('"7.7", "1.8"')).toBe(200)
    expect(await status('"2.8"')).toBe(412)
    expect(await status('W/"1.8"')).toBe(412)
    expect(await status('1.8')).toBe(400)
  })

  it('[D3.b] fails when a relation of the entity was changed meanwhile', async () => {
    const movie = await newMovie()
    await create('genres', { name: word(), _links: { 'movies[genre]': [movie._id] } })
    const answer = await patch(`/movies/${movie._id}`, { movies: [{ year: 2000 }] }, { 'if-match': `"${movie._etag}"` })
    expect(answer.status).toBe(412)
  })

  it('[ERR:concurrent-saves] settles saves at the same time: one of them holds, the others are told', async () => {
    const movie = await newMovie({ year: 1900 })
    const years = [1901, 1902, 1903, 1904, 1905, 1906]
    const answers = await Promise.all(
      years.map((year) => patch(`/movies/${movie._id}`, { movies: [{ year }] }, { 'if-match': `"${movie._etag}"` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412, 412])
    const winner = years[answers.findIndex(({ status }) => status === 200)]
    expect(await read('movies', movie._id)).toMatchObject({ year: winner })
    expect((await get(`/movies/${movie._id}`)).headers.get('etag')).toMatch(/^"2\./)
  })

  it('[ERR:concurrent-saves] saves without a tag all hold, each a version of its own', async () => {
    const movie = await newMovie({ year: 1900 })
    const years = [1901, 1902, 1903, 1904]
    const answers = await Promise.all(years.map((year) => patch(`/movies/${movie._id}`, { movies: [{ year }] })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(4)
    expect((await read('movies', movie._id))._etag).toMatch(/^5\./)
  })
})
