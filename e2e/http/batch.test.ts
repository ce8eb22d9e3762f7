import { describe, expect, it } from 'vitest'
import { type Answer, create, error, errors, get, links, list, meta, newMovie, post, read, word } from './client.ts'

interface Result {
  readonly _status: number
  readonly _href: string
  readonly _etag?: string
  readonly _lid?: string
}

const batch = (operations: readonly object[], headers: Record<string, string> = {}): Promise<Answer> =>
  post('/$batch', { _operations: operations }, headers)

const results = (answer: Answer): readonly Result[] => {
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return (answer.body as unknown as { readonly _results: readonly Result[] })._results
}

const idIn = ({ _href }: Result): number => Number(_href.split('/').at(-1))

describe('a batch', () => {
  it('[D5] [D5.a] adds, changes and removes in one request, and answers for each', async () => {
    const [kept, gone] = [await newMovie({ year: 1990 }), await newMovie()]
    const name = word()
    const done = results(
      await batch([
        { _op: 'add', _type: 'people', _lid: 'p', _data: { name } },
        { _op: 'update', _href: `/api/v1/movies/${kept._id}`, _etag: kept._etag, _data: { year: 1991 } },
        { _op: 'remove', _href: `/api/v1/movies/${gone._id}` },
      ]),
    )
    const after = await read('movies', kept._id)
    const [person] = await list('people', { name })
    expect(done).toEqual([
      { _status: 201, _href: person?._href, _etag: person?._etag, _lid: 'p' },
      { _status: 200, _href: kept._href, _etag: after._etag },
      { _status: 204, _href: gone._href },
    ])
    expect(after.year).toBe(1991)
    expect(meta(await get(`/movies/${gone._id}`))._filterRowCount).toBe(0)
  })

  it('[D5.b] lets a local id stand wherever an id may', async () => {
    const name = word()
    const done = results(
      await batch([
        { _op: 'add', _type: 'people', _lid: 'director', _data: { name } },
        { _op: 'add', _type: 'genres', _lid: 'genre', _data: { name: word() } },
        {
          _op: 'add',
          _type: 'movies',
          _lid: 'one',
          _data: { title: name, slug: word(), director: { _lid: 'director' }, _links: { genres: [{ _lid: 'genre' }] } },
        },
        { _op: 'add', _type: 'movies', _lid: 'two', _data: { title: name, slug: word() } },
        {
          _op: 'add',
          _type: 'collections',
          _data: { name, is_public: true, _links: { movies: [{ _lid: 'two', note: 'n' }, { _lid: 'one' }] } },
        },
        { _op: 'update', _href: { _lid: 'two' }, _data: { year: 1999, _links: { director: { _lid: 'director' } } } },
      ]),
    )
    const [person, genre, one, two, collection] = done.map(idIn) as [number, number, number, number, number]
    expect(links(await read('movies', one))).toMatchObject({ director: person, 'genres[movie]': [genre] })
    expect(await read('movies', two)).toMatchObject({ year: 1999, _links: { director: person } })
    expect(links(await read('collections', collection))['movies[collection]']).toEqual([two, one])
  })

  it('[D5] [D5.b] adds and removes a record again, which then has no tag', async () => {
    const name = word()
    const answer = await batch([
      { _op: 'add', _type: 'people', _lid: 'passing', _data: { name } },
      { _op: 'remove', _href: { _lid: 'passing' } },
    ])
    const [added, removed] = results(answer)
    expect([added, removed]).toEqual([
      { _status: 201, _href: expect.any(String), _lid: 'passing' },
      { _status: 204, _href: added?._href },
    ])
    expect(await list('people', { name })).toEqual([])
  })

  it('[D5.c] [D5.d] does all or nothing, and a failure names its operation', async () => {
    const name = word()
    const movie = await newMovie({ year: 1990 })
    const answer = await batch([
      { _op: 'add', _type: 'people', _data: { name } },
      { _op: 'update', _href: `/api/v1/movies/${movie._id}`, _data: { year: 1991 } },
      { _op: 'add', _type: 'movies', _data: { title: name, slug: movie.slug } },
    ])
    expect(answer.status).toBe(409)
    expect(error(answer).source).toEqual({ pointer: '/_operations/2/_data/slug' })
    expect(await list('people', { name })).toEqual([])
    expect(await read('movies', movie._id)).toEqual(movie)
    const stale = await batch([
      { _op: 'add', _type: 'people', _data: { name } },
      { _op: 'remove', _href: `/api/v1/movies/${movie._id}`, _etag: '99.1' },
    ])
    expect([stale.status, error(stale).source]).toEqual([412, { pointer: '/_operations/1/_etag' }])
    const unknown = await batch([{ _op: 'remove', _href: '/api/v1/movies/999999999' }])
    expect([unknown.status, error(unknown).source]).toEqual([404, { pointer: '/_operations/0/_href' }])
  })

  it('[D5.d] [D1.e] [X19] says all that is wrong with its operations at once', async () => {
    const answer = await batch([
      { _op: 'ad' },
      { _op: 'add', _data: {} },
      { _op: 'update', _href: '/api/v1/movies', _data: {} },
      { _op: 'update', _href: { _lid: 'nobody' }, _data: {} },
      { _op: 'remove', _href: '/api/v1/movies/1', _data: {} },
      { _op: 'add', _type: 'people', _lid: '', _data: {} },
      7 as unknown as object,
      { _op: 'update', _href: '/api/v1/movies/1' },
    ])
    expect(answer.status).toBe(422)
    expect(errors(answer).map((each) => each.source?.pointer)).toEqual([
      '/_operations/0/_op',
      '/_operations/1/_type',
      '/_operations/2/_href',
      '/_operations/3/_href',
      '/_operations/4/_data',
      '/_operations/5/_lid',
      '/_operations/6',
      '/_operations/7/_data',
    ])
    const values = await batch([
      { _op: 'add', _type: 'movies', _data: { title: 1 } },
      { _op: 'add', _type: 'movies', _data: { title: 'x', slug: word(), director: { _lid: 'later' } } },
      { _op: 'add', _type: 'people', _lid: 'later', _data: {} },
    ])
    expect(errors(values).map((each) => each.source?.pointer)).toEqual(
      expect.arrayContaining(['/_operations/0/_data/title', '/_operations/2/_data/name']),
    )
    expect((await batch([])).status).toBe(422)
    const types = await batch([
      { _op: 'add', _type: 'nothing', _data: {} },
      { _op: 'add', _type: 'movies', _data: { title: 1 } },
      { _op: 'remove', _href: '/api/v1/nobody/1' },
    ])
    expect(errors(types).map((each) => [each.code, each.source?.pointer])).toEqual([
      ['UNKNOWN_MEDIA_TYPE', '/_operations/0/_type'],
      ['VALIDATION', '/_operations/1/_data/title'],
      ['VALIDATION', '/_operations/1/_data/slug'],
      ['UNKNOWN_MEDIA_TYPE', '/_operations/2/_href'],
    ])
    expect(error(await batch([{ _op: 'add', _type: 'nothing', _data: {} }]))).toMatchObject({
      code: 'UNKNOWN_MEDIA_TYPE',
      source: { pointer: '/_operations/0/_type' },
    })
    const forward = await batch([
      { _op: 'add', _type: 'movies', _data: { title: 'x', slug: word(), director: { _lid: 'later' } } },
      { _op: 'add', _type: 'people', _lid: 'later', _data: { name: 'x' } },
    ])
    expect(error(forward).source).toEqual({ pointer: '/_operations/0/_data/director' })
  })

  it('[D5] keeps exact decimals', async () => {
    const text = `{"_operations":[{"_op":"add","_type":"collections","_data":{"name":"${word()}","is_public":true,"price":12345678901234567.89}}]}`
    const answer = await post('/$batch', text)
    expect((await read('collections', idIn(results(answer)[0] as Result))).price).toBe('12345678901234567.89')
  })
})

describe('an idempotency key', () => {
  const key = () => ({ 'idempotency-key': word() })

  it('[D7] [X23.a] gives a repeat the first answer and does nothing again', async () => {
    const headers = key()
    const name = word()
    const first = await post('/people', { people: [{ name }] }, headers)
    const again = await post('/people', { people: [{ name }] }, headers)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    for (const header of ['location', 'etag', 'content-type'])
      expect(again.headers.get(header)).toBe(first.headers.get(header))
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
    expect(await list('people', { name })).toHaveLength(1)
    const operations = [{ _op: 'add', _type: 'people', _data: { name: word() } }]
    const batched = key()
    expect(results(await batch(operations, batched))).toEqual(results(await batch(operations, batched)))
  })

  it('[D7.a] [X23] is refused with another body, and one that failed may be used again', async () => {
    const headers = key()
    const name = word()
    expect((await post('/people', { people: [{ name: 7 }] }, headers)).status).toBe(422)
    expect((await post('/people', { people: [{ name }] }, headers)).status).toBe(201)
    const other = await post('/people', { people: [{ name: word() }] }, headers)
    expect([other.status, error(other).source]).toEqual([422, { header: 'Idempotency-Key' }])
    expect((await post('/people', { people: [{ name }] }, { 'idempotency-key': 'a b' })).status).toBe(400)
  })

  it('[D7] of requests at the same time does one', async () => {
    const headers = key()
    const name = word()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/people', { people: [{ name }] }, headers)))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(await list('people', { name })).toHaveLength(1)
  })
})

describe('a link object of a batch', () => {
  it('[D5] [REL:link-object] is added as any record', async () => {
    const [movie, collection] = [await newMovie(), await create('collections', { name: word(), is_public: true })]
    const done = results(
      await batch([
        {
          _op: 'add',
          _type: 'collection_movies',
          _data: { collection: collection._id, movie: movie._id, position: 1 },
        },
      ]),
    )
    expect(await read('collection_movies', idIn(done[0] as Result))).toMatchObject({ position: 1 })
    expect((await read('collections', collection._id))._etag).not.toBe(collection._etag)
  })
})
