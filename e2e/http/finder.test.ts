import { describe, expect, it } from 'vitest'
import { create, entity, error, errors, ids, links, newMovie, post, update, word } from './client.ts'

const finder = (href: string, resultset = 'all', more: object = {}) => ({
  _type: 'finder',
  _href: href,
  _field: 'id',
  _resultset: resultset,
  ...more,
})

const genres = (name: string, howMany: number) =>
  Promise.all(
    Array.from({ length: howMany }, (_, at) => create('genres', { name: `${name}${String(at).padStart(3, '0')}` })),
  )

const byName = (name: string, more = '') => `/api/v1/genres?filter=name_$sw_${name}&sort=name${more}`

const genresOf = (movie: { readonly _links?: unknown }) => links(movie as never)['genres[movie]']

describe('a finder', () => {
  it('[FN1] [FN2] [FN3] [FN5] [FN8] [LIM:finder-all] relates every match of a query, more than a page of them', async () => {
    const name = word()
    const made = await genres(name, 25)
    const movie = await newMovie({ _links: { 'genres[movie]': [finder(byName(name))] } })
    expect(genresOf(movie)).toEqual(ids(made).toSorted((a, b) => a - b))
  })

  it('[FN8] [X18.a] pages where its own address does', async () => {
    const name = word()
    const made = await genres(name, 5)
    const movie = await newMovie({
      _links: { genres: finder(`https://cms.example${byName(name, '&page=1&pageSize=2&include=movies&hideMeta=1')}`) },
    })
    expect(genresOf(movie)).toEqual(ids(made.slice(2, 4)).toSorted((a, b) => a - b))
  })

  it('[FN4] [FN7] [FN9] [CB6] relates the first or the last match to one, and none when there is none', async () => {
    const name = word()
    const people = [await create('people', { name: `${name}a` }), await create('people', { name: `${name}b` })]
    const href = `/api/v1/people?filter=name_$sw_${name}&sort=-name`
    const director = async (href: string, resultset: string) =>
      links(await newMovie({ _links: { director: finder(href, resultset) } })).director
    expect(await director(href, 'firstOrDefault')).toBe(people[1]?._id)
    expect(await director(href, 'lastOrDefault')).toBe(people[0]?._id)
    expect(await director(`/api/v1/people?name=${word()}`, 'firstOrDefault')).toBeNull()
    const answer = await post('/movies', { movies: [{ title: 'x', slug: word(), _links: { director: finder(href) } }] })
    expect(error(answer)).toMatchObject({
      code: 'VALIDATION',
      detail: 'expected "firstOrDefault" or "lastOrDefault"',
      source: { pointer: '/movies/0/_links/director/_resultset' },
    })
  })

  it('[FN6] stands beside static ids, and a record both name is related once', async () => {
    const name = word()
    const [a, b, c] = await genres(name, 3)
    const given = [c?._id, finder(byName(name), 'firstOrDefault'), a?._id, finder(byName(name), 'lastOrDefault')]
    const movie = await newMovie({ _links: { 'genres[movie]': { operation: 'Add', values: given } } })
    expect(genresOf(movie)).toEqual(ids([a, c] as never).toSorted((x, y) => x - y))
    expect(
      genresOf(
        await update('movies', movie._id, { _links: { genres: { operation: 'Add', values: [finder(byName(name))] } } }),
      ),
    ).toEqual(ids([a, b, c] as never).toSorted((x, y) => x - y))
  })

  it('[FN5] keeps the order it found in a relation that keeps one', async () => {
    const name = word()
    for (const year of [1991, 1993, 1992]) await newMovie({ synopsis: name, year })
    const href = `/api/v1/movies?synopsis=${name}&sort=-year`
    const answer = await post('/collections', {
      collections: [{ name: word(), is_public: true, _links: { movies: [finder(href)] } }],
    })
    const collection = entity(answer, 'collections')
    const joined = links(collection)['movies[collection]'] as readonly number[]
    expect(joined).toHaveLength(3)
    const descending = await update('collections', collection._id, { _links: { movies: [...joined].reverse() } })
    expect(links(descending)['movies[collection]']).toEqual([...joined].reverse())
  })

  it('[FN2] [FN3] [FN4] [X18] [D1.a] says what is wrong with it and where', async () => {
    const refuse = async (value: unknown) => {
      const answer = await post('/movies', { movies: [{ title: 'x', slug: word(), _links: { genres: [value] } }] })
      expect(answer.status).toBeGreaterThan(399)
      return errors(answer).map(
        (each) => `${each.code} ${each.source?.pointer?.replace('/movies/0/_links/genres', '')}`,
      )
    }
    expect(await refuse(finder('/api/v1/genres', 'some'))).toEqual(['VALIDATION /0/_resultset'])
    expect(await refuse(finder('/api/v1/people'))).toEqual(['VALIDATION /0/_href'])
    expect(await refuse(finder('genres?x'))).toEqual(['VALIDATION /0/_href'])
    expect(await refuse(finder('/api/v1/genres', 'all', { _field: 'name' }))).toEqual(['VALIDATION /0/_field'])
    expect(await refuse(finder('/api/v1/genres', 'all', { colour: 1 }))).toEqual(['VALIDATION /0/colour'])
    expect(await refuse(finder('/api/v1/genres?filter=name_$xx_a'))).toEqual(['FILTER_SYNTAX /0/_href'])
    expect(await refuse(finder('/api/v1/genres?colour=red'))).toEqual(['UNKNOWN_FIELD /0/_href'])
    expect(await refuse({ _type: 'finder' })).toEqual(['VALIDATION /0/_resultset', 'VALIDATION /0/_href'])
    expect(await refuse('3')).toEqual(['VALIDATION /0'])
  })

  it('[D1.e] [FN2] is told of together with all else that is wrong with the body', async () => {
    const wrong = finder('/api/v1/genres?filter=name_$xx_a')
    const director = finder('/api/v1/people?colour=red', 'firstOrDefault')
    const answer = await post('/movies', {
      movies: [
        { title: 'x', slug: word(), _links: { genres: [wrong, 999_999_999], director } },
        { title: 'x', slug: word(), year: 1, _links: { genres: [wrong], director: 999_999_999 } },
      ],
    })
    expect(errors(answer).map((each) => [each.code, each.source?.pointer])).toEqual([
      ['VALIDATION', '/movies/1/year'],
      ['FILTER_SYNTAX', '/movies/0/_links/genres/0/_href'],
      ['UNKNOWN_FIELD', '/movies/0/_links/director/_href'],
      ['FILTER_SYNTAX', '/movies/1/_links/genres/0/_href'],
      ['VALIDATION', '/movies/1/_links/director'],
    ])
  })

  it('[X18.a] takes what it would include or show for nothing, sorted or not', async () => {
    const name = word()
    const made = await genres(name, 2)
    const more = '&include=movies&sort[movies]=title&sort[genres]=-name&fields[movies]=title'
    const href = byName(name, more).replace('&sort=name', '')
    const movie = await newMovie({ _links: { genres: [finder(href, 'firstOrDefault')] } })
    expect(genresOf(movie)).toEqual([made[1]?._id])
  })
})
