import { describe, expect, it } from 'vitest'
import type { MediaType } from '../../catalog/catalog.ts'
import { DataApiError } from '../../data-api/client.ts'
import type { Problem } from '../../errors.ts'
import type { Item } from '../item.ts'
import type { ComponentSave } from './component-save.ts'
import { gather, type SavedComponent } from './gather.ts'
import { inPlace } from './places.ts'

const genres = { relation: { key: 'genres[movie]' } }
const type = { name: 'movies', fields: new Map([['genres', genres]]) } as unknown as MediaType

/** The component at a place of the request, and what its edits come to. */
const saved = (index: number, key: string, save: ComponentSave): SavedComponent => ({
  component: { key, type: 'form', title: null, order: index, configuration: {} },
  data: {},
  pointer: `/components/${index}/data`,
  save,
})
const change = (member: string, value: unknown, isLink = false) => ({
  ...{ member, value, isLink },
  pointer: `/values/${member}`,
})
const one: Item = { kind: 'records', ids: [7] }

const isBulk = (item: Item): boolean => item.kind === 'records' && item.ids.length > 1

function gathered(components: readonly SavedComponent[], item: Item = one, etag: string | null = '3.1') {
  const problems: Problem[] = []
  const operations = gather(components, { item, type, etag, bulk: isBulk(item) }, problems)
  const told = (pointer: string, more: object = {}) => {
    const error = { status: '422', code: 'VALIDATION', title: '', detail: 'no', source: { pointer }, ...more }
    return inPlace(new DataApiError(422, [error]), operations).problems[0]
  }
  return { operations: operations.map(({ operation }) => operation), problems, told, placed: operations }
}

describe('the operations of a save', () => {
  it('[R2] change the record once, whatever components have a part in it, and then the rest', () => {
    const row = { operation: { _op: 'remove', _href: '/api/v1/people/1' } as const, place: () => '/remove/0' }
    const { operations, problems } = gathered([
      saved(1, 'form', { record: [change('title', 'A'), change('genres[movie]', [1], true)] }),
      saved(0, 'people', { record: [change('year', 1999)], operations: [row] }),
    ])
    expect(problems).toEqual([])
    expect(operations).toEqual([
      {
        _op: 'update',
        _href: '/api/v1/movies/7',
        _etag: '3.1',
        _data: { title: 'A', year: 1999, _links: { 'genres[movie]': [1] } },
      },
      row.operation,
    ])
  })

  it('[R2] leave the record alone where nothing of it changes, and add a new one once', () => {
    expect(gathered([saved(0, 'form', { record: [] })]).operations).toEqual([])
    expect(gathered([], { kind: 'new' }, null).operations).toEqual([])
    const child = { _op: 'add', _type: 'people', _data: { film: { _lid: '$record' } } } as const
    const people = saved(0, 'people', { operations: [{ operation: child, place: () => '' }] })
    expect(gathered([people, saved(1, 'form', { record: [] })], { kind: 'new' }, null).operations).toEqual([
      { _op: 'add', _type: 'movies', _lid: '$record', _data: {} },
      child,
    ])
  })

  it('[R2] do not take two values for one member', () => {
    const { problems } = gathered([
      saved(0, 'form', { record: [change('genres', [1], true)] }),
      saved(1, 'other', { record: [change('genres[movie]', [2], true)] }),
    ])
    expect(problems).toEqual([
      {
        code: 'VALIDATION',
        pointer: '/components/1/data/values/genres[movie]',
        detail: expect.stringMatching(/"form" and "other"/),
      },
    ])
  })

  it('[R2] change several records alike, each by its own tag', () => {
    const several: Item = { kind: 'records', ids: [7, 8, 9] }
    const record = (id: number, index: number) => ({ id, etag: `${id}.1`, pointer: `/records/${index}` })
    const { operations, told } = gathered(
      [
        saved(0, 'form', { record: [change('year', 1999)], records: [record(8, 0), record(9, 1)] }),
        saved(1, 'all', { record: [change('title', 'A')] }),
      ],
      several,
      null,
    )
    const update = (id: number, more: object) => ({
      _op: 'update',
      _href: `/api/v1/movies/${id}`,
      _bulk: true,
      ...more,
    })
    expect(operations).toEqual([
      update(8, { _etag: '8.1', _data: { year: 1999, title: 'A' } }),
      update(9, { _etag: '9.1', _data: { year: 1999, title: 'A' } }),
      update(7, { _data: { title: 'A' } }),
    ])
    expect(told('/_operations/1/_etag')?.pointer).toBe('/components/0/data/records/1/etag')
    expect(told('/_operations/1/_href')?.pointer).toBe('/components/0/data/records/1')
    expect(told('/_operations/2/_href')?.pointer).toBeUndefined()
    expect(told('/_operations/2/_data/title')?.pointer).toBe('/components/1/data/values/title')
  })

  it('[R2] of several records are those of the page, each once and by one tag', () => {
    const record = (id: number, index: number, etag = '1.1') => ({ id, etag, pointer: `/records/${index}` })
    const { problems } = gathered(
      [
        saved(0, 'form', { record: [change('year', 1)], records: [record(7, 0), record(7, 1), record(4, 2)] }),
        saved(1, 'other', { record: [change('title', 'A')], records: [record(7, 0, '2.1')] }),
      ],
      { kind: 'records', ids: [7, 8] },
      null,
    )
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/components/0/data/records/1/id',
      '/components/0/data/records/2/id',
      '/components/1/data/records/0/etag',
    ])
  })
})

describe('what a batch is refused for', () => {
  const form = saved(1, 'form', {
    record: [change('title', ''), { ...change('genres[movie]', [1], true), pointer: '/values/genres' }],
    memberPlace: (member) => (member === 'slug' ? '/values/slug' : null),
  })
  const rows = saved(0, 'rows', {
    operations: [
      {
        operation: { _op: 'add', _type: 'people', _data: {} },
        place: ([root, ...path]) => (root === '_data' ? `/add/2/values/${path.join('/')}` : '/add/2'),
      },
    ],
  })
  const { told, placed } = gathered([rows, form])

  it('[R2] stands where the edits of a component do', () => {
    expect(told('/_operations/0/_data/title')?.pointer).toBe('/components/1/data/values/title')
    expect(told('/_operations/0/_data/_links/genres[movie]/1/_href')?.pointer).toBe(
      '/components/1/data/values/genres/1/_href',
    )
    expect(told('/_operations/0/_data/slug')?.pointer).toBe('/components/1/data/values/slug')
    expect(told('/_operations/1/_data/name')?.pointer).toBe('/components/0/data/add/2/values/name')
    expect(told('/_operations/1/_type')?.pointer).toBe('/components/0/data/add/2')
  })

  it('[R2.a] keeps what a 412 tells, and points to the tag', () => {
    const meta = { _etag: '4.1', _changed: ['title'] }
    expect(told('/_operations/0/_etag', { code: 'ETAG_MISMATCH', meta })).toEqual({
      code: 'ETAG_MISMATCH',
      detail: 'no',
      pointer: '/etag',
      meta,
    })
  })

  it('[R2] keeps its detail where the body has no place for it', () => {
    for (const pointer of [
      '/_operations/0/_data/year',
      '/_operations/0/_href',
      '/_operations/9/_data',
      '/_operations',
      '/x',
    ])
      expect(told(pointer)).toEqual({ code: 'VALIDATION', detail: 'no' })
  })

  it('[R2] is told once where many records are refused alike', () => {
    const at = (index: number) => ({
      ...{ status: '422', code: 'UNIQUE', title: '', detail: 'no' },
      source: { pointer: `/_operations/${index}/_data/title` },
    })
    const twice = [...placed, ...placed]
    const { problems, headers } = inPlace(new DataApiError(422, [at(0), at(2)], { 'retry-after': '1' }), twice)
    expect(problems).toEqual([{ code: 'UNIQUE', detail: 'no', pointer: '/components/1/data/values/title' }])
    expect(headers).toEqual({ 'retry-after': '1' })
  })
})
