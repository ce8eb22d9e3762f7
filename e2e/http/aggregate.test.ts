import { beforeAll, describe, expect, it } from 'vitest'
import type { AggregateAnswer, AggregateBody } from '../../shared/aggregate.ts'
import type { Entity } from '../../shared/envelope.ts'
import { create, errors, get, idOf, ids, newMovie, post, send, word } from './client.ts'

/** Films of this file’s own: title, release, gross, genres, and a director of theirs or none. */
const rows = [
  ['a', '1999-12-31', '10', ['Drama'], 'Ann'],
  ['b', '2000-01-01', '20', ['Drama', 'Comedy'], 'Ann'],
  ['c', '2000-02-29', null, ['Comedy'], 'Zoe'],
  ['d', null, '9007199254740993', [], null],
] as const
const mark = word()
const people = new Map<string, number>()
const genres = new Map<string, number>()
let movies: readonly Entity[]

beforeAll(async () => {
  for (const name of ['Zoe', 'Ann']) people.set(name, (await create('people', { name: `${name} ${mark}` }))._id)
  for (const name of ['Drama', 'Comedy']) genres.set(name, await idOf('genres', { name }))
  const made: Entity[] = []
  for (const [title, released, gross, of, director] of rows) {
    const _links = {
      director: director === null ? null : people.get(director),
      genres: of.map((name) => genres.get(name)),
    }
    const own = { title: `${title}${mark}`, release_date: released, us_gross: gross, _links }
    made.push(await newMovie(own))
  }
  movies = made
})

const ask = (body: object) => post('/aggregate-data', body)
const OWN = { _mediaType: 'movies', _filter: `title_$ew_${mark}` }
const COUNT = { _function: 'count', _as: 'films' } as const

async function aggregate(body: Partial<AggregateBody>): Promise<AggregateAnswer> {
  const answer = await ask({ ...OWN, ...body })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return answer.body as unknown as AggregateAnswer
}

describe('aggregate-data', () => {
  it('[API12] [VER:aggregate] [D8.c] [D8.d] answers with the groups, what they are and the records they name', async () => {
    const body = await aggregate({ _groupBy: ['director'], _aggregates: [COUNT], _sort: '-films' })
    const [ann, zoe] = [people.get('Ann'), people.get('Zoe')]
    expect(body._rows[0]).toEqual([ann, 2])
    expect(body._rows).toHaveLength(3)
    expect(body._rows).toContainEqual([zoe, 1])
    expect(body._rows).toContainEqual([null, 1])
    expect(body._columns).toEqual([
      { _name: 'director', _role: 'group', _type: 'Related', _label: 'Director', _relatedMediaType: 'people' },
      { _name: 'films', _role: 'aggregate', _type: 'Integer', _label: 'Films', _function: 'count' },
    ])
    expect(body._meta).toMatchObject({ _filterRowCount: 3, _pageCount: 1, _page: 0, _mainMediaType: 'movies' })
    expect(new Set(ids(body._linked.people ?? []))).toEqual(new Set([ann, zoe]))
    expect(body._linked.people).toMatchObject([{ _type: 'people', name: expect.stringContaining(mark) }, {}])
  })

  it('[D8.a] groups dates by intervals and relations by each of their records', async () => {
    const byYear = { _field: 'release_date', _interval: 'year', _as: 'year' } as const
    expect((await aggregate({ _groupBy: [byYear], _aggregates: [COUNT] }))._rows).toEqual([
      ['1999-01-01', 1],
      ['2000-01-01', 2],
      [null, 1],
    ])
    expect((await aggregate({ _groupBy: ['genres[name]', byYear], _aggregates: [COUNT] }))._rows).toEqual([
      ['Comedy', '2000-01-01', 2],
      ['Drama', '1999-01-01', 1],
      ['Drama', '2000-01-01', 1],
      [null, null, 1],
    ])
  })

  it('[D8.b] counts, adds up and compares, amounts exactly', async () => {
    const functions = ['count', 'countDistinct', 'sum', 'avg', 'min', 'max'] as const
    const _aggregates = functions.map((_function) => ({ _function, _field: 'us_gross', _as: _function }))
    expect((await aggregate({ _aggregates }))._rows).toEqual([
      [3, 3, '9007199254741023', '3002399751580341', '10', '9007199254740993'],
    ])
    const released = await aggregate({
      _aggregates: [
        { _function: 'min', _field: 'release_date', _as: 'first' },
        { _function: 'max', _field: 'director[name]', _as: 'last' },
      ],
    })
    expect(released._rows).toEqual([['1999-12-31', `Zoe ${mark}`]])
  })

  it('[D8] takes conditions on the groups, and pages them', async () => {
    const query = { _groupBy: ['title'], _aggregates: [COUNT], _pageSize: 3 }
    const pages = [0, 1, 2].map(async (_page) => (await aggregate({ ...query, _page }))._rows.length)
    expect(await Promise.all(pages)).toEqual([3, 1, 0])
    const having = await aggregate({ ...query, _groupBy: ['director'], _having: 'films_$gt_1_$and_director_$neq_0' })
    expect(having._rows).toEqual([[people.get('Ann'), 2]])
  })

  it('[D8] agrees with the lists', async () => {
    const { body } = await ask({ _mediaType: 'movies', _groupBy: ['status'], _aggregates: [COUNT] })
    const answer = body as unknown as AggregateAnswer
    expect(answer._columns[0]).toMatchObject({
      _type: 'Enum',
      _enumValues: expect.arrayContaining([expect.anything()]),
    })
    for (const [status] of answer._rows) expect(typeof status).toBe('string')
    const [year, films] = (
      (await ask({ _mediaType: 'movies', _groupBy: ['year'], _aggregates: [COUNT], _filter: 'year_$eq_1998' }))
        .body as unknown as AggregateAnswer
    )._rows[0] as [number, number]
    const listed = await get('/movies', { year, pageSize: 1 })
    expect(films).toBe(listed.body._meta?._filterRowCount)
  })

  it('[D8] [D1.e] [D1.f] tells of everything that is wrong with a body, with pointers', async () => {
    const answer = await ask({ _mediaType: 'movies', _filter: 'title_$xx_1', _groupBy: ['nothing'], _sort: 1 })
    expect(errors(answer).map(({ code, source }) => [code, source?.pointer])).toEqual([
      ['VALIDATION', '/_sort'],
      ['UNKNOWN_FIELD', '/_groupBy/0'],
      ['FILTER_SYNTAX', '/_filter'],
    ])
    expect(errors(answer)[2]?.meta).toMatchObject({ position: 6, expected: expect.stringContaining('$eq') })
  })

  it('[API12] takes a JSON body by POST and nothing else', async () => {
    const body = { ...OWN, _aggregates: [COUNT] }
    const told = async (method: string, options: object) => {
      const answer = await send(method, '/aggregate-data', options)
      return [answer.status, answer.body.errors?.[0]?.code]
    }
    expect(await told('PUT', { body })).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(await told('POST', { body: '{' })).toEqual([400, 'BODY_SYNTAX'])
    expect(await told('POST', { body, headers: { 'content-type': 'text/plain' } })).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ])
    expect(await told('POST', { body, headers: { accept: 'text/csv' } })).toEqual([406, 'NOT_ACCEPTABLE'])
    expect(await told('POST', { body, query: 'page=1' })).toEqual([400, 'PARAMETER'])
    expect(await told('POST', { body, headers: { authorization: '' } })).toEqual([401, 'UNAUTHENTICATED'])
    expect(movies).toHaveLength(rows.length)
  })
})
