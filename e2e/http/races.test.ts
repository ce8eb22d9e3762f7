import { describe, expect, it } from 'vitest'
import { request, service } from '../harness/service.ts'
import { type Answer, create, entities, error, get, links, newMovie, patch, post, read, word } from './client.ts'

/** A Worker opens a connection for each transaction: more at once than a database takes helps nobody. */
const MANY = service().runtime === 'workerd' ? 40 : 200

const together = (change: (at: number) => Promise<Answer>): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: MANY }, (_, at) => change(at)))

async function historyOf(type: string, id: number): Promise<readonly { readonly operation: string }[]> {
  const answer = await request(`/api/v2/history/${type}/${id}?limit=600`, { headers: { accept: 'application/json' } })
  return ((await answer.json()) as { readonly entries: readonly { readonly operation: string }[] }).entries
}

describe('writers at the same time', () => {
  it('[ERR:concurrent-saves] [ERR:etag-mismatch] [D3.b] with one tag: exactly one wins, and history holds its change alone', async () => {
    const movie = await newMovie({ year: 1990 })
    const answers = await together((at) =>
      patch(`/movies/${movie._id}`, { movies: [{ year: 1991 + (at % 100) }] }, { 'if-match': `"${movie._etag}"` }),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(412)]).toEqual([1, MANY - 1])
    const won = answers.find((answer) => answer.status === 200) as Answer
    const after = await read('movies', movie._id)
    expect(entities(won, 'movies')).toEqual([after])
    await expect
      .poll(async () => (await historyOf('movies', movie._id)).map((entry) => entry.operation), { timeout: 15_000 })
      .toEqual(['Changed', 'Added'])
    const lost = answers.find((answer) => answer.status === 412) as Answer
    expect(error(lost).meta?._etag).toBe(after._etag)
  })

  it('[D3.b] [REL:many-to-many] changing a relation moves the tag as a field does', async () => {
    const genre = await create('genres', { name: word() })
    const movie = await newMovie()
    const tagged = { 'if-match': `"${movie._etag}"` }
    const add = { movies: [{ _links: { genres: { operation: 'Add', values: [genre._id] } } }] }
    const answers = await Promise.all([
      patch(`/movies/${movie._id}`, add, tagged),
      patch(`/movies/${movie._id}`, { movies: [{ year: 1990 }] }, tagged),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 412])
  })

  it('[D3.g] without tags all relations that are added stay', async () => {
    const genres = await Promise.all(Array.from({ length: 12 }, () => create('genres', { name: word() })))
    const movie = await newMovie()
    const answers = await Promise.all(
      genres.map((genre) =>
        patch(`/movies/${movie._id}`, { movies: [{ _links: { genres: { operation: 'Add', values: [genre._id] } } }] }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(genres.map(() => 200))
    const ids = genres.map((genre) => genre._id).toSorted((a, b) => a - b)
    expect(links(await read('movies', movie._id))['genres[movie]']).toEqual(ids)
  })

  it('[ERR:unique] of one unique value exactly one has it', async () => {
    const name = word()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        request('/api/v1/collections', {
          method: 'POST',
          body: JSON.stringify({ collections: [{ name, is_public: true }] }),
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect(entities(await get('/collections', { name }), 'collections')).toHaveLength(1)
  })

  it('[D5] [D5.c] by batches over the same records in opposite orders: all of them win, one after the other', async () => {
    const movies = await Promise.all(Array.from({ length: 5 }, () => newMovie()))
    const batch = (at: number): Promise<Answer> => {
      const ordered = at % 2 === 0 ? movies : movies.toReversed()
      const operations = ordered.flatMap(({ _href }) => [
        { _op: 'update', _href, _data: { year: 1900 + at } },
        { _op: 'add', _type: 'people', _data: { name: word() } },
      ])
      return post('/$batch', { _operations: operations })
    }
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => batch(at)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const years = await Promise.all(movies.map(async ({ _id }) => (await read('movies', _id)).year))
    expect(new Set(years).size).toBe(1)
  })
})
