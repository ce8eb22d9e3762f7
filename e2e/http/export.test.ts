import { beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { create, entities, error, get, idOf, ids, links, newMovie, send, word } from './client.ts'

const CSV = { accept: 'text/csv' }
const NDJSON = { accept: 'application/x-ndjson' }
const mark = word()
const own = { filter: `title_$ew_${mark}`, sort: '-title' }
let movies: readonly Entity[]
let director: number

beforeAll(async () => {
  director = (await create('people', { name: `Ann ${mark}` }))._id
  const genres = [await idOf('genres', { name: 'Drama' }), await idOf('genres', { name: 'Comedy' })]
  const made: Entity[] = []
  for (const [title, synopsis] of [
    ['a', 'plain'],
    ['b', 'with "quotes", commas\nand lines'],
    ['c', null],
  ]) {
    const _links = title === 'a' ? { director, genres } : {}
    made.push(await newMovie({ title: `${title}${mark}`, synopsis, us_gross: '12', _links }))
  }
  movies = made
})

const lines = (text: string): readonly Entity[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Entity)))

describe('an export', () => {
  it('[D11] is CSV where Accept prefers it: ids, fields, relations as ids', async () => {
    const answer = await get('/movies', { ...own, fields: 'title,synopsis,us_gross,director,genres' }, CSV)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv;charset=utf-8;header=present')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="movies.csv"')
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('x-request-id')).not.toBeNull()
    const [a, b, c] = ids(movies)
    const genres = (links(movies[0] as Entity)['genres[movie]'] as readonly number[]).join(';')
    expect(answer.text).toBe(
      [
        'id,title,synopsis,us_gross,director,genres',
        `${c},c${mark},,12,,`,
        `${b},b${mark},"with ""quotes"", commas\nand lines",12,,`,
        `${a},a${mark},plain,12,${director},${genres}`,
        '',
      ].join('\r\n'),
    )
  })

  it('[D11] is NDJSON where Accept prefers that: the entities of the list', async () => {
    const answer = await get('/movies', own, NDJSON)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    expect(lines(answer.text)).toEqual(entities(await get('/movies', own), 'movies'))
    const genres = await get('/movies', { filter: 'genres[name]_$eq_Western', sort: 'director[name],year' }, NDJSON)
    const listed = await get('/movies', {
      filter: 'genres[name]_$eq_Western',
      sort: 'director[name],year',
      pageSize: 600,
    })
    expect(ids(lines(genres.text))).toEqual(ids(entities(listed, 'movies')))
    expect(lines(genres.text).length).toBeGreaterThan(10)
  })

  it('[X59] [D11] has related records by name, and texts that are no formulas, where that is asked for', async () => {
    const query = { ...own, fields: 'title,director,genres', relatedNames: 1 }
    const [c, b, a] = ids(movies).toReversed()
    const rows = [`${c},c${mark},,`, `${b},b${mark},,`, `${a},a${mark},Ann ${mark},`]
    const answer = await get('/movies', query, CSV)
    const table = answer.text.replace(/(?:Drama;Comedy|Comedy;Drama)(?=\r\n$)/, '')
    expect(table).toBe(['id,title,director,genres', ...rows, ''].join('\r\n'))
    expect(answer.text.length - table.length).toBe('Drama;Comedy'.length)
    const named = lines((await get('/movies', query, NDJSON)).text).at(-1)
    expect(links(named as Entity)).toMatchObject({ director: `Ann ${mark}` })
    expect((await get('/movies', { ...query, spreadsheet: 1 }, CSV)).text.replace('\ufeff', '')).toBe(answer.text)
    expect((await get('/movies', { ...query, spreadsheet: 1 }, NDJSON)).status).toBe(400)
    expect((await get('/movies', { ...query, relatedNames: 'all' }, CSV)).status).toBe(400)
  })

  it('[D11] [X16] [X28.a] is chosen by quality; JSON stays what anything else gets', async () => {
    const type = async (accept: string) => (await get('/genres', '', { accept })).headers.get('content-type')
    expect(await type('application/vnd.api+json;q=0.9, text/csv')).toMatch(/^text\/csv/)
    expect(await type('text/csv;q=0.8, application/vnd.api+json')).toMatch(/^application\/vnd\.api\+json/)
    expect(await type('text/csv, */*')).toMatch(/^application\/vnd\.api\+json/)
    expect((await get(`/movies/${movies[0]?._id}`, '', CSV)).status).toBe(406)
  })

  it('[D11] is to be had of several ids and of a sublevel', async () => {
    const both = `${movies[2]?._id},${movies[0]?._id}`
    expect(ids(lines((await get(`/movies/${both}`, '', NDJSON)).text))).toEqual([movies[0]?._id, movies[2]?._id])
    const sublevel = await get(`/people/${director}/movies`, { fields: 'title' }, CSV)
    expect(sublevel.text).toBe(`id,title\r\n${movies[0]?._id},a${mark}\r\n`)
  })

  it('[D11.a] [LIM:export] [LIM:export.2] holds as many as limit says, 0 and -1 everything', async () => {
    const count = async (limit: string) => lines((await get('/movies', { ...own, limit }, NDJSON)).text).length
    expect([await count('1'), await count('2'), await count('0'), await count('-1')]).toEqual([1, 2, 3, 3])
    const all = lines((await get('/movies', { limit: 0, fields: 'id' }, NDJSON)).text)
    const { body } = await get('/movies', { pageSize: 1 })
    expect(all).toHaveLength(body._meta?._filterRowCount as number)
    expect(ids(all)).toEqual([...ids(all)].sort((a, b) => a - b))
    expect(new Set(ids(all)).size).toBe(all.length)
  })

  it('[D11.a] [Q:page] [X28] takes no pages, includes or limits that are none', async () => {
    for (const [name, value] of Object.entries({ page: '1', pageSize: '5', include: 'people', limit: '-2' })) {
      expect(error(await get('/movies', { [name]: value }, CSV))).toMatchObject({
        code: 'PARAMETER',
        source: { parameter: name },
      })
    }
    expect(error(await get('/movies', { limit: 1 }))).toMatchObject({ code: 'UNKNOWN_FIELD' })
    expect(error(await get('/movies', { filter: 'x' }, CSV))).toMatchObject({ code: 'FILTER_SYNTAX' })
    expect((await get('/nothing', '', CSV)).status).toBe(404)
    expect((await send('GET', '/movies', { headers: { ...CSV, authorization: '' } })).status).toBe(401)
  })

  it('[D11] answers HEAD as GET would, without the rows', async () => {
    const answer = await send('HEAD', '/movies', { headers: CSV })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="movies.csv"')
  })
})
