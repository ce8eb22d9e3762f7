import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import type { MediaType } from '../catalog/catalog.ts'
import { filters } from './test-filters.ts'
import { prepareForeignCatalogue } from './test-foreign.ts'
import { type Body, openTestService, type TestService } from './test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareForeignCatalogue })
})
afterAll(() => service.close())
beforeEach(() => {
  service.statements.length = 0
})

async function read(path: string): Promise<Body> {
  const { status, body } = await service.get(path)
  expect([path, status, body.errors]).toEqual([path, 200, undefined])
  return body
}

const entities = (body: Body) =>
  body[body._meta?._childMediaType ?? body._meta?._mainMediaType ?? ''] as readonly Entity[]
const ids = async (path: string): Promise<readonly number[]> => entities(await read(path)).map(({ _id }) => _id)

describe('[M3.a] a read over a table that was not made for Marquee', () => {
  it('shows a record by its own key, its values as their field types do', async () => {
    const [dawn] = entities(await read('/films/1')) as readonly [Entity]
    expect(dawn).toMatchObject({
      _id: 1,
      _href: '/api/v1/films/1',
      title: 'Dawn',
      mood: 'calm',
      ref: '0b0b6f4c-0000-4000-8000-000000000001',
      stars: 3,
      seconds: 0.1,
      price: '9.50',
      made: '2001-02-03T04:05:06Z',
      day: '2001-02-03',
      dateins: 1000,
      extra: { b: 1, a: 1.5 },
      moods: ['calm', 'Loud'],
      e: 'x',
      order_text: 'first',
      dateins_2: 'old',
    })
    expect(dawn._links).toMatchObject({ o: 1, 'tags[film]': [20, 10] })
    expect(service.statements).toHaveLength(1)
  })

  it('shows no time of addition where the table has none that is finite', async () => {
    const all = [...entities(await read('/films/2,5')), ...entities(await read('/tags/10'))]
    expect(all.map(({ dateins }) => dateins)).toEqual([null, null, null])
  })

  it('knows every kind of table', async () => {
    expect(await ids('/countries')).toEqual([1, 2, 3])
    expect(await ids('/old_films')).toEqual([1, 2])
    expect(await ids('/events?sort=-dateins')).toEqual([2, 1])
    expect(await ids('/totals?sort=-tags')).toEqual([1, 2, 5])
    expect(entities(await read('/p/7'))).toMatchObject([{ _id: 7, m: 'seven', _links: { film: 1, xid: 3 } }])
  })

  it('is a deep page, sorted by field, related field and id, those without a value last', async () => {
    expect(await ids('/films?pageSize=1&page=2')).toEqual([5])
    expect(await ids('/films?pageSize=2&page=1&sort=-title&include=tags')).toEqual([1])
    expect(await ids('/films?sort=-mood')).toEqual([2, 1, 5])
    expect(await ids('/films?sort=-made')).toEqual([2, 1, 5])
    expect(await ids('/films?sort=-dateins')).toEqual([1, 5, 2])
    expect(await ids('/films?sort=o[name]')).toEqual([1, 2, 5])
  })

  it('follows relations of every kind', async () => {
    expect(await ids('/films/1/tags')).toEqual([20, 10])
    expect(await ids('/tags/20/films')).toEqual([1, 2])
    expect(await ids('/films/1/p')).toEqual([7, 8])
    expect(await ids('/films/1/countries')).toEqual([3])
    expect(await ids('/countries/1/countries')).toEqual([2])
    const [country] = entities(await read('/countries/1')) as readonly [Entity]
    expect(country._links).toMatchObject({ part_of: null })
  })

  it('includes related records over two levels', async () => {
    const body = await read('/films?include=tags,p,p.countries,events,old_films,totals&pageSize=2')
    expect(body._linked).toMatchObject({
      tags: [{ _id: 10 }, { _id: 20 }],
      p: [{ _id: 7 }, { _id: 8 }, { _id: 9 }],
      countries: [{ _id: 1 }, { _id: 3 }],
      events: [{ _id: 1 }, { _id: 2 }],
      old_films: [{ _id: 1 }],
      totals: [{ _id: 1 }, { _id: 2 }],
    })
    expect(entities(body)[0]?._links).toMatchObject({ p: [7, 8], tags: [20, 10] })
    expect(service.statements).toHaveLength(1)
    const single = await read('/films?include=p,tags&fields[p]=id&fields[tags]=label')
    expect(single._linked).toEqual({ p: [7, 8, 9], tags: { 10: 'long', 20: 'short' } })
    expect((await read('/tags?include=films&fields[films]=id'))._linked).toEqual({ films: [1, 2] })
  })
})

describe('[M3.a] a filter over a table that was not made for Marquee', () => {
  const FILTERS: readonly (readonly [filter: string, expected: readonly number[]])[] = [
    ['id_$eq_1', [1]],
    ['id_$in(1,5)', [1, 5]],
    ['id_$gt_99999999999', []],
    ['title_$eq_dusk', [2]],
    ['title_$sw_d', [1, 2]],
    ['mood_$eq_Loud', [2]],
    ['mood_$in(calm,never)', [1]],
    ['mood_$neq_calm', [2, 5]],
    ['mood_$ct_lou', [2]],
    ['mood_$isempty_true', [5]],
    ['ref_$eq_0b0b6f4c-0000-4000-8000-000000000001', [1]],
    ['ref_$eq_nonsense', []],
    ['ref_$sw_0b0b', [1]],
    ['ref_$isempty_true', [2, 5]],
    ['stars_$ge_1', [1, 2]],
    ['stars_$eq_99999999', []],
    ['seconds_$eq_0.1', [1]],
    ['seconds_$gt_1', [2]],
    ['price_$eq_9.5', [1]],
    ['made_$eq_2001-02-03T05:05:06+01:00', [1]],
    ['made_$ct_2001-02', [1]],
    ['day_$eq_2001-02-03', [1]],
    ['dateins_$eq_1000', [1]],
    ['dateins_$isempty_true', [2, 5]],
    ['extra_$ct_b', [1]],
    ['extra_$isempty_true', [2, 5]],
    ['moods_$eq_Loud', [1]],
    ['moods_$in(calm,x)', [1]],
    ['moods_$isempty_false', [1]],
    ['order_text_$isempty_true', [2, 5]],
    ['o_$eq_2', [2]],
    ['o_$in(1:1)', [1, 2]],
    ['o_$isempty_true', [5]],
    ['o[name]_$sw_T', [2]],
    ['o[code]_$eq_AT', [1]],
    ['o[part_of]_$eq_1', [2]],
    ['tags_$eq_10', [1]],
    ['tags_$notin(10)', [2, 5]],
    ['tags[label]_$eq_short', [1, 2]],
    ['tags_$isempty_true', [5]],
  ]
  it.each(FILTERS)('%s', async (filter, expected) => {
    expect(await ids(`/films?${new URLSearchParams({ filter })}`)).toEqual(expected)
    expect(service.statements).toHaveLength(1)
  })

  it('goes down its tree', async () => {
    expect(await ids('/countries?filter=id_$in(1:1)')).toEqual([1, 2])
  })

  it('[ERR:INTERNAL] answers 1500 filters of every kind without a failure', async () => {
    const catalog = service.context.catalogs.current()
    const types = ['films', 'countries', 'p', 'events', 'totals'].map(
      (name) => catalog.mediaTypes.get(name) as MediaType,
    )
    const cases = fc.oneof(...types.map((type) => fc.tuple(fc.constant(type.name), filters(type, catalog))))
    const property = fc.asyncProperty(cases, async ([name, filter]) => {
      const { status } = await service.get(`/${name}?${new URLSearchParams({ filter })}`)
      if (status !== 200 && status !== 400) throw new Error(`${status} to ${filter}: ${service.failures.at(-1)}`)
    })
    await fc.assert(property, { numRuns: 1500, seed: 20_261_121 })
  }, 120_000)
})

describe('[M3.a] what changes beside Marquee', () => {
  const change = (statement: string) =>
    service.context.database.read({ text: `${statement} returning '1'`, values: [] })
  const tag = async (path: string): Promise<string | null> => (await service.get(path)).headers.get('etag')

  it('[META:_filterRowCount] is counted at once', async () => {
    const count = async (path: string) => (await read(path))._meta?._filterRowCount
    const byTag = '/films?filter=tags[label]_$eq_new&pageSize=1'
    expect([await count('/tags'), await count(byTag)]).toEqual([2, 0])
    await change(`insert into tag values (30, 'new')`)
    await change(`insert into "Film_Tags" values (5, 30, 1)`)
    service.statements.length = 0
    expect([await count('/tags'), await count('/tags'), await count(byTag)]).toEqual([3, 3, 1])
    expect(service.statements).toHaveLength(3)
    expect(await count('/tags?pageSize=1&page=2')).toBe(3)
  })

  it('[D2] moves the tags of one record and of a list, of table, partition and view', async () => {
    const paths = ['/films/5', '/films?filter=id_$eq_5', '/events/1', '/totals/5', '/totals?include=films']
    const before = await Promise.all(paths.map(tag))
    expect(await Promise.all(paths.map(tag))).toEqual(before)
    await change(`update "Film" set "Title" = 'High noon' where "FilmNo" = 5`)
    await change('update event set film = 5 where event_id = 1')
    const after = await Promise.all(paths.map(tag))
    expect(after.filter((value, at) => value === before[at])).toEqual([])
    expect(after.every((value) => value !== null)).toBe(true)
  })
})

describe('[M3.a] a table that another program has changed since', () => {
  it('[X55.a] [D1] [ERR:DEPENDENCY_DOWN] answers 503, and says what brings the metadata up to date', async () => {
    const { kysely } = service.context.database
    const told = async (path: string) => {
      const { status, body } = await service.get(path)
      return [status, body.errors?.[0]?.code, body.errors?.[0]?.detail?.includes('marquee introspect')]
    }
    const changes = [
      ['alter table p rename column m to n', 'alter table p rename column n to m'],
      ['alter table p rename to q', 'alter table q rename to p'],
    ] as const
    for (const [change, back] of changes) {
      await sql.raw(change).execute(kysely)
      expect(await told('/p')).toEqual([503, 'DEPENDENCY_DOWN', true])
      await sql.raw(back).execute(kysely)
      expect((await service.get('/p')).status).toBe(200)
    }
  })
})
