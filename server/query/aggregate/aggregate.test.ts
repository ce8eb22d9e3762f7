import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AggregateAnswer, AggregateBody } from '../../../shared/aggregate.ts'
import { type MediaTypeRights, type Rights, UNRESTRICTED } from '../../catalog/rights.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const send = (body: unknown, rights?: Rights) => service.send('POST', '/aggregate-data', body as object, rights)

async function answer(body: AggregateBody, rights?: Rights): Promise<AggregateAnswer> {
  const { status, body: answered } = await send(body, rights)
  expect([status, answered.errors]).toEqual([200, undefined])
  return answered as unknown as AggregateAnswer
}
const rows = async (...given: Parameters<typeof answer>) => (await answer(...given))._rows

async function problems(body: unknown): Promise<readonly string[]> {
  const { status, body: answered } = await send(body)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  return (answered.errors ?? []).map(({ code, source }) => `${code} ${source?.pointer}`)
}

const COUNT = { _function: 'count', _as: 'n' } as const

describe('an aggregate query', () => {
  it('[API12] [VER:aggregate] [D8.c] [D8.d] answers with rows, their columns and the records they name', async () => {
    service.statements.length = 0
    const body = await answer({
      _mediaType: 'films',
      _groupBy: ['maker'],
      _aggregates: [COUNT, { _function: 'sum', _field: 'gross', _as: 'total' }],
    })
    expect(service.statements).toHaveLength(1)
    expect(Object.keys(body)).toEqual(['_meta', '_columns', '_rows', '_linked'])
    expect(body._meta).toEqual({
      ...{ _pageCount: 1, _filterRowCount: 3, _pageSize: 600, _page: 0, _mainMediaType: 'films' },
    })
    expect(body._columns).toEqual([
      { _name: 'maker', _role: 'group', _type: 'Related', _label: 'maker', _relatedMediaType: 'makers' },
      { _name: 'n', _role: 'aggregate', _function: 'count', _type: 'Integer', _label: 'Films' },
      { _name: 'total', _role: 'aggregate', _function: 'sum', _type: 'Money', _label: 'Gross' },
    ])
    expect(body._rows).toEqual([
      [1, 2, '10.50'],
      [2, 1, null],
      [null, 1, '7'],
    ])
    expect(Object.keys(body._linked)).toEqual(['makers'])
    expect(body._linked.makers).toMatchObject([
      { _id: 1, _type: 'makers', name: 'Ada', _links: { source: 1 } },
      { _id: 2, name: 'Bo' },
    ])
  })

  it('[D8] takes filters of rows and of the result, and sorts by any column', async () => {
    const query = { _mediaType: 'films', _groupBy: ['tags[name]'], _aggregates: [COUNT] }
    expect(await rows(query)).toEqual([
      ['calm', 1],
      ['loud', 2],
      [null, 2],
    ])
    expect(await rows({ ...query, _sort: '-n,-tags[name]' })).toEqual([
      ['loud', 2],
      [null, 2],
      ['calm', 1],
    ])
    expect(await rows({ ...query, _having: 'n_$ge_2_$and_tags[name]_$ct_ou' })).toEqual([['loud', 2]])
    expect(await rows({ ...query, _having: 'tags[name]_$isempty_true' })).toEqual([[null, 2]])
    expect(await rows({ ...query, _filter: 'maker[name]_$eq_Ada_$and_tags_$in(1,2)' })).toEqual([
      ['calm', 1],
      ['loud', 2],
    ])
    expect(await rows({ ...query, _filter: 'id_$eq_999' })).toEqual([])
  })

  it('[D8] [LIM:page-index] [X27.b] pages its groups; a page that is not there is empty', async () => {
    const query = { _mediaType: 'films', _groupBy: ['title'], _pageSize: 3 }
    expect(await rows(query)).toEqual([['Dawn'], ['Dusk'], ['Night']])
    expect(await rows({ ...query, _page: 1 })).toEqual([['Noon']])
    for (const _page of [2, -1, 1e300]) {
      const { _rows, _meta } = await answer({ ...query, _page })
      expect([_rows, _meta._filterRowCount, _meta._pageCount]).toEqual([[], 4, 2])
    }
    const clamped = [0, -5, 1e9].map(async (_pageSize) => (await answer({ ...query, _pageSize }))._meta._pageSize)
    expect(await Promise.all(clamped)).toEqual([1, 1, 600])
  })

  it('[D8.b] of everything at once is one row, rows or not', async () => {
    const _aggregates = [COUNT, { _function: 'avg', _field: 'year', _as: 'year' }] as const
    expect(await rows({ _mediaType: 'films', _aggregates })).toEqual([[4, 2000]])
    expect(await rows({ _mediaType: 'films', _aggregates, _filter: 'title_$eq_none' })).toEqual([[0, null]])
    expect(await rows({ _mediaType: 'films', _aggregates, _having: 'n_$lt_4' })).toEqual([])
  })

  it('[D8.a] groups instants by the time zone asked for', async () => {
    const by = (_interval: 'day' | 'hour', _timezone?: string) =>
      rows({
        _mediaType: 'films',
        _groupBy: [{ _field: 'dateins', _interval, _as: 'added', ...(_timezone && { _timezone }) }],
        _aggregates: [COUNT],
      })
    expect(await by('day')).toEqual([['1970-01-01', 4]])
    expect(await by('day', 'America/New_York')).toEqual([['1969-12-31', 4]])
    expect(await by('hour')).toEqual([['1970-01-01T00:00:00Z', 4]])
    expect(await by('hour', 'Asia/Kolkata')).toEqual([['1969-12-31T23:30:00Z', 4]])
  })

  it('[D8.b] counts what a field holds: records, or those with related ones', async () => {
    const _aggregates = ['gross', 'maker', 'maker[name]', 'tags', 'id'].map((_field, at) => {
      return { _function: 'count', _field, _as: `n${at}` } as const
    })
    expect(await rows({ _mediaType: 'films', _aggregates })).toEqual([[3, 3, 3, 2, 4]])
  })

  it('[D8.c] counts a link object that joins two records twice once', async () => {
    const body = { list_films: [{ _links: { list: 1, film: 1 }, position: 3 }] }
    const { body: made } = await service.send('POST', '/list_films', body)
    expect(made.errors).toBeUndefined()
    const query = { _mediaType: 'lists', _groupBy: ['films[title]'], _aggregates: [COUNT] }
    expect(await rows(query)).toEqual([
      ['Dawn', 1],
      ['Dusk', 1],
    ])
    expect(await rows({ ...query, _groupBy: ['films'] })).toEqual([
      [1, 1],
      [3, 1],
    ])
  })
})

const FULL: MediaTypeRights = { read: true, write: true, delete: true }
const TYPES = ['films', 'makers', 'studios', 'tags', 'lists', 'list_films', 'sources', 'duels']
const rights = (types: readonly string[], read: readonly number[] | null): Rights => ({
  unrestricted: false,
  mediaTypes: new Map(types.map((name) => [name, FULL])),
  sources: read === null ? null : { read, write: read, delete: read },
  signature: JSON.stringify([types, read]),
})
/** Reads what is under source 1 or 2, or under none. */
const archivist = rights(TYPES, [1, 2])
/** Films alone. */
const viewer = rights(['films'], null)

describe('rights', () => {
  it('[D8.e] [P2.b] [P3] [X27.a] hold before rows are grouped; what may not be read is no value', async () => {
    const query: AggregateBody = { _mediaType: 'films', _groupBy: ['maker'], _aggregates: [COUNT] }
    expect(await rows(query, archivist)).toEqual([
      [1, 1],
      [null, 2],
    ])
    expect(await rows({ ...query, _groupBy: ['maker[name]'] }, archivist)).toEqual([
      ['Ada', 1],
      [null, 2],
    ])
    expect((await answer(query, archivist))._linked.makers?.map(({ _id }) => _id)).toEqual([1])
    expect(await rows({ ...query, _filter: 'maker[name]_$eq_Bo' }, archivist)).toEqual([])
    const counts = ['count', 'countDistinct'].flatMap((_function) =>
      ['maker', 'maker[name]'].map((_field, at) => ({ _function, _field, _as: `${_function}${at}` })),
    ) as NonNullable<AggregateBody['_aggregates']>
    expect(await rows({ _mediaType: 'films', _aggregates: counts }, archivist)).toEqual([[1, 1, 1, 1]])
    expect(await rows({ _mediaType: 'lists', _groupBy: ['films'], _aggregates: [COUNT] }, archivist)).toEqual([[1, 1]])
  })

  it('[D8.e] [P3] a media type that may not be read is 403, and one related to it has no values', async () => {
    const query: AggregateBody = { _mediaType: 'films', _groupBy: ['maker', 'tags'], _aggregates: [COUNT] }
    const body = await answer(query, viewer)
    expect([body._rows, body._linked]).toEqual([[[null, null, 4]], { makers: [], tags: [] }])
    const refused = await send({ ...query, _mediaType: 'makers', _groupBy: ['name'] }, viewer)
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([403, 'FORBIDDEN'])
    const own = await answer({ _mediaType: 'films', _groupBy: ['source'] }, UNRESTRICTED)
    expect(own._linked.sources).toHaveLength(3)
  })
})

describe('a body with mistakes', () => {
  it('[D8] [D1.e] [D1.f] is answered with all of them, each under its pointer', async () => {
    const body = {
      _mediaType: 'films',
      _filter: 'nothing_$eq_1',
      _groupBy: ['x', 'title[name]', 'maker[y]', { _field: 'title', _interval: 'year' }, { _field: 7 }],
      _aggregates: [{ _function: 'median', _field: 'year', _as: 'n' }, { _function: 'sum', _as: 's' }, 'count'],
      _having: 'n_$ge_(',
      _sort: 'n,,-',
      _page: 1.5,
      'a/b': 1,
    }
    expect(await problems(body)).toEqual([
      'VALIDATION /a~1b',
      'VALIDATION /_groupBy/4/_field',
      'VALIDATION /_aggregates/0/_function',
      'VALIDATION /_aggregates/1/_field',
      'VALIDATION /_aggregates/2',
      'FILTER_SYNTAX /_having',
      'VALIDATION /_sort',
      'VALIDATION /_page',
      'UNKNOWN_FIELD /_groupBy/0',
      'VALIDATION /_groupBy/1',
      'UNKNOWN_FIELD /_groupBy/2',
      'VALIDATION /_groupBy/3/_field',
      'UNKNOWN_FIELD /_filter',
    ])
    const { body: told } = await send({ ...body, _groupBy: [], _filter: 'title_$eq', _having: null, _sort: null })
    expect(told.errors?.find(({ source }) => source?.pointer === '/_filter')).toMatchObject({
      status: '400',
      code: 'FILTER_SYNTAX',
      meta: { position: 9, expected: expect.any(String) },
    })
  })

  it('[D8] names columns once, and knows no others', async () => {
    const query = { _mediaType: 'films', _groupBy: ['title'], _aggregates: [COUNT] }
    expect(await problems({ ...query, _aggregates: [COUNT, COUNT] })).toEqual(['VALIDATION /_aggregates/1'])
    expect(await problems({ ...query, _having: 'year_$ge_1', _sort: 'id' })).toEqual([
      'UNKNOWN_FIELD /_having',
      'UNKNOWN_FIELD /_sort',
    ])
    expect(await rows({ ...query, _having: 'n_$ct_1_$and_title_$gt_Dusk' })).toEqual([
      ['Night', 1],
      ['Noon', 1],
    ])
  })

  it('[D8] [X27] keeps to its limits', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ _field: 'title', _as: `g${at}` }))
    const counts = (count: number) => Array.from({ length: count }, (_, at) => ({ ...COUNT, _as: `n${at}` }))
    const largest = { _mediaType: 'films', _groupBy: many(10), _aggregates: counts(20) }
    expect((await answer(largest))._columns).toHaveLength(30)
    expect(await problems({ ...largest, _groupBy: many(11), _aggregates: counts(21) })).toEqual([
      'VALIDATION /_groupBy',
      'VALIDATION /_aggregates',
    ])
    expect(await problems({ _mediaType: 'films' })).toEqual(['VALIDATION /_aggregates'])
    expect(await problems({ ...largest, _contentCriteria: 1 })).toEqual(['VALIDATION /_contentCriteria'])
    expect(await problems([])).toEqual(['VALIDATION '])
    expect(await problems({ _groupBy: ['title'] })).toEqual(['VALIDATION /_mediaType'])
    expect(await problems({ _mediaType: 'nothing', _groupBy: ['title'] })).toEqual(['UNKNOWN_MEDIA_TYPE /_mediaType'])
  })
})
