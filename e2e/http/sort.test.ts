import { beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { create, entities, error, get, idOf, ids, links, list, newMovie, pick, read, word } from './client.ts'

/** Films of this file’s own: title, year, and a director of theirs or none. */
const rows = [
  ['b', 1990, 'Zoe'],
  ['a', 1990, 'Ann'],
  ['c', null, null],
  ['d', 1985, 'Ann'],
  ['e', null, 'Zoe'],
] as const
const mark = word()
let movies: readonly Entity[]

beforeAll(async () => {
  const people = new Map<string, number>()
  for (const name of ['Zoe', 'Ann']) people.set(name, (await create('people', { name: `${name} ${mark}` }))._id)
  const made: Entity[] = []
  for (const [title, year, director] of rows) {
    const _links = { director: director === null ? null : (people.get(director) as number) }
    made.push(await newMovie({ title: `${title}${mark}`, year, _links }))
  }
  movies = made
})

async function sorted(sort: string): Promise<string> {
  const found = await list('movies', { filter: `title_$ew_${mark}`, sort, fields: 'title' })
  return found.map(({ title }) => String(title)[0]).join('')
}

describe('sort', () => {
  it('[Q:sort] sorts by fields, upwards unless a minus stands before one', async () => {
    expect(await sorted('title')).toBe('abcde')
    expect(await sorted('-title')).toBe('edcba')
    expect(await sorted('year,title')).toBe('dabce')
    expect(await sorted('year,-title')).toBe('dbaec')
    expect(await sorted('-year,title')).toBe('abdce')
  })

  it('[X7] puts entities without a value last, whichever way it sorts', async () => {
    expect((await sorted('year,title')).slice(-2)).toBe('ce')
    expect((await sorted('-year,title')).slice(-2)).toBe('ce')
    expect(await sorted('director[name],title')).toBe('adbec')
    expect(await sorted('-director[name],title')).toBe('beadc')
  })

  it('[X7.a] ends every sort with the id, so that pages never overlap', async () => {
    const inOrder = ids(movies)
    const upwards = ids(await list('movies', { filter: `title_$ew_${mark}`, sort: 'status' }))
    expect(upwards).toEqual(inOrder)
    expect(ids(await list('movies', { filter: `title_$ew_${mark}`, sort: '-status' }))).toEqual(inOrder.toReversed())
    expect(ids(await list('movies', { filter: `title_$ew_${mark}` }))).toEqual(inOrder)
    const seen: number[] = []
    for (let page = 0; page < 5; page += 1) {
      seen.push(...ids(await list('movies', { filter: `title_$ew_${mark}`, sort: 'year', pageSize: 1, page })))
    }
    expect(new Set(seen)).toEqual(new Set(inOrder))
  })

  it('[Q:sort] sorts by id and by time of insertion as well', async () => {
    expect(await sorted('-id')).toBe('edcab')
    expect(await sorted('dateins,-id')).toMatch(/^[a-e]{5}$/)
  })

  it('[Q:sort.2] sorts included entities, and the ids that refer to them', async () => {
    const place = await idOf('genres', { name: 'Western' })
    const other = await idOf('genres', { name: 'Action' })
    const movie = await newMovie({ _links: { 'genres[movie]': [place, other] } })
    for (const [sort, names] of [
      ['name', ['Action', 'Western']],
      ['-name', ['Western', 'Action']],
    ] as const) {
      const answer = await get(`/movies/${movie._id}`, { include: 'genres', 'sort[genres]': sort })
      expect(pick(answer.body._linked.genres ?? [], 'name')).toEqual(names)
      expect(links(entities(answer, 'movies')[0] as Entity).genres).toEqual(ids(answer.body._linked.genres ?? []))
    }
  })

  it('[Q:sort.3] does not mix sort with sort[…]', async () => {
    const mixed = error(await get('/movies', { sort: 'title', include: 'people', 'sort[people]': 'name' }))
    expect(mixed).toMatchObject({ code: 'PARAMETER', source: { parameter: 'sort' } })
    const named = await get('/movies', {
      filter: `title_$ew_${mark}`,
      include: 'people',
      'sort[movies]': '-title',
      'sort[people]': '-name',
    })
    expect(
      entities(named, 'movies')
        .map(({ title }) => String(title)[0])
        .join(''),
    ).toBe('edcba')
    expect(pick(named.body._linked.people ?? [], 'name')).toEqual([`Zoe ${mark}`, `Ann ${mark}`])
  })

  it('[Q:sort.4] picks the relationship by sort[<main media type>.<column>]', async () => {
    for (const [sort, first] of [
      ['name', 'Ann'],
      ['-name', 'Zoe'],
    ] as const) {
      const answer = await get('/movies', {
        filter: `title_$ew_${mark}`,
        include: 'people',
        'sort[movies.director]': sort,
      })
      expect((answer.body._linked.people ?? [])[0]?.name).toBe(`${first} ${mark}`)
    }
    for (const key of ['movies.distributor', 'movies.director.name', 'people.director', 'movies.', '.director']) {
      const refused = error(await get('/movies', { include: 'people', [`sort[${key}]`]: 'name' }))
      expect([refused.code, refused.source]).toEqual(['PARAMETER', { parameter: `sort[${key}]` }])
    }
    const twice = { include: 'people', 'sort[people]': 'name', 'sort[movies.director]': '-name' }
    expect(error(await get('/movies', twice)).source).toEqual({ parameter: 'sort[movies.director]' })
  })

  it('[Q:sort] refuses what it cannot sort by, and names it', async () => {
    const refused = async (query: Record<string, string>) => error(await get('/movies', query))
    expect(await refused({ sort: 'nothing' })).toMatchObject({ code: 'UNKNOWN_FIELD', source: { parameter: 'sort' } })
    expect(await refused({ sort: 'genres' })).toMatchObject({ code: 'PARAMETER', source: { parameter: 'sort' } })
    expect(await refused({ sort: 'title desc' })).toMatchObject({ code: 'PARAMETER', source: { parameter: 'sort' } })
    expect(await refused({ sort: 'title[name]' })).toMatchObject({ code: 'PARAMETER' })
    expect(await refused({ sort: 'director[nothing]' })).toMatchObject({ code: 'UNKNOWN_FIELD' })
    expect(await refused({ 'sort[people]': 'name' })).toMatchObject({ source: { parameter: 'sort[people]' } })
    expect(await refused({ 'sort[]': 'name' })).toMatchObject({ source: { parameter: 'sort[]' } })
    const many = Array.from({ length: 21 }, (_, index) => (index % 2 === 0 ? 'title' : '-year')).join(',')
    expect(await refused({ sort: many })).toMatchObject({ code: 'PARAMETER' })
  })

  it('[API4.a] [Q:sort] a sort replaces the order by name of a read by ids', async () => {
    const asked = ids(movies).join(',')
    expect(pick(entities(await get(`/movies/${asked}`), 'movies'), 'title')).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((letter) => letter + mark),
    )
    expect(ids(entities(await get(`/movies/${asked}`, { sort: 'id' }), 'movies'))).toEqual(ids(movies))
  })

  it('[Q:sort] reads the films of a collection in their order, or as asked', async () => {
    const own = ids(movies)
    const order = [own[3], own[0], own[4]] as number[]
    const made = await create('collections', { name: word(), _links: { 'movies[collection]': order } })
    expect(links(await read('collections', made._id))['movies[collection]']).toEqual(order)
    expect(ids(entities(await get(`/collections/${made._id}/movies`), 'movies'))).toEqual(order)
    expect(ids(entities(await get(`/collections/${made._id}/movies`, { sort: 'title' }), 'movies'))).toEqual([
      own[0],
      own[3],
      own[4],
    ])
  })
})
