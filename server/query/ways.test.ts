import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import type { MediaTypeDocument } from '../catalog/document.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'

const name = { name: 'name', label: 'Name', type: 'Text', required: true }
const toOne = (field: string) => ({ name: field, label: field, type: 'Related' })
const common = { label: 'Thing', labelPlural: 'Things', nameField: 'name', fields: [name] }

/** Fields of a play that are called as media types are: one leads to the records it is named after, one to others. */
const TYPES: readonly MediaTypeDocument[] = [
  { ...common, name: 'stage' },
  { ...common, name: 'props' },
  {
    ...common,
    name: 'plays',
    fields: [name, toOne('stage'), toOne('props'), { ...toOne('items') }],
    relations: [
      { kind: 'many-to-one', related: 'stage', column: 'stage' },
      { kind: 'many-to-one', related: 'stage2', column: 'props' },
      {
        kind: 'many-to-many',
        related: 'props',
        field: 'items',
        linkTable: 'plays_items',
        linkColumn: 'play',
        linkRelatedColumn: 'item',
      },
    ],
  },
  { ...common, name: 'stage2' },
]

let service: TestService
const made: Record<string, number> = {}
beforeAll(async () => {
  service = await openTestService({
    prepare: async (database) => {
      await prepareSmallCatalogue(database)
      await database.transaction((tx) => defineMediaTypes(tx, TYPES))
    },
  })
  const create = async (type: string, element: object): Promise<number> => {
    const { body } = await service.send('POST', `/${type}`, { [type]: [element] })
    return (body[type] as readonly [Entity])[0]._id
  }
  for (const type of ['stage', 'stage2', 'props']) made[type] = await create(type, { name: type })
  const links = { stage: made.stage, props: made.stage2, items: [made.props] }
  made.plays = await create('plays', { name: 'A play', _links: links })
})
afterAll(() => service.close())

const linksOf = async (path: string): Promise<unknown> => {
  const { status, body } = await service.get(path)
  expect([status, body.errors]).toEqual([200, undefined])
  return (body.plays as readonly [Entity])[0]._links
}

describe('an include of a media type that a to-one field is called as', () => {
  const plain = () => ({ stage: made.stage, props: made.stage2, 'props[play]': [made.props] })

  it('[X53.b] [D13] leaves the field its id, which tells of the included record', async () => {
    expect(await linksOf(`/plays/${made.plays}`)).toEqual(plain())
    expect(await linksOf(`/plays/${made.plays}?include=stage`)).toEqual(plain())
    expect(await linksOf(`/plays/${made.plays}?include=stage&fields=name`)).toEqual({ stage: made.stage })
  })

  it('[X53.b] [D13] [D13.a] tells of records of another relation under the key of that', async () => {
    expect(await linksOf(`/plays/${made.plays}?include=props`)).toEqual(plain())
    expect(await linksOf(`/plays/${made.plays}?include=props&fields=props`)).toEqual(plainWithout('stage'))
    const { body } = await service.get(`/plays/${made.plays}?include=props,stage`)
    expect([body._linked?.props?.length, body._linked?.stage?.length]).toEqual([1, 1])
  })

  const plainWithout = (key: string) => Object.fromEntries(Object.entries(plain()).filter(([own]) => own !== key))
})

describe('a sublevel read by the key of one relation', () => {
  const ids = async (path: string, type: string): Promise<readonly number[]> => {
    const { status, body } = await service.get(path)
    expect([status, body.errors]).toEqual([200, undefined])
    return (body[type] as readonly Entity[]).map(({ _id }) => _id)
  }

  it('[X53] [API3] [API3.a] follows that one where several lead to the media type', async () => {
    expect(await ids('/makers/1/duels', 'duels')).toEqual([1])
    expect(await ids('/makers/1/duels[first]', 'duels')).toEqual([1])
    expect(await ids('/makers/1/duels%5Bsecond%5D', 'duels')).toEqual([])
    expect(await ids('/makers/2/duels[second]', 'duels')).toEqual([1])
  })

  it('[API3.b] is a single entity by a to-one field', async () => {
    expect(await ids('/duels/1/second', 'makers')).toEqual([2])
    const { body } = await service.get('/duels/1/first')
    expect(body._meta).toMatchObject({ _mainMediaType: 'duels', _childMediaType: 'makers', _ids: [1] })
    expect(body._permissions).toBeUndefined()
  })

  it('[X53.a] [API3.b] is a collection where several to-one fields lead to the media type', async () => {
    expect((await ids('/duels/1/makers', 'makers')).toSorted()).toEqual([1, 2])
    expect((await service.get('/duels/1/makers?pageSize=1')).body._meta).toMatchObject({ _filterRowCount: 2 })
  })

  it('[META:_nextPage] keeps the key in links to other pages', async () => {
    const { body } = await service.get('/lists/1/films[list]?pageSize=1')
    expect(body._meta?._nextPage).toBe('/api/v1/lists/1/films%5Blist%5D?pageSize=1&page=1')
    // in the order that the relation keeps
    expect(await ids('/lists/1/films[list]?pageSize=1', 'films')).toEqual([1])
    expect(await ids(String(body._meta?._nextPage).replace('/api/v1', ''), 'films')).toEqual([3])
  })

  it('[SYS5] [ERR:UNKNOWN_MEDIA_TYPE] knows no other names', async () => {
    for (const child of ['title', 'films[nope]', 'toString', '__proto__', '[]']) {
      const { status, body } = await service.get(`/lists/1/${child}`)
      expect([status, body.errors?.[0]?.code]).toEqual([404, 'UNKNOWN_MEDIA_TYPE'])
    }
  })
})
