import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { createReader } from '../query/read.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { digest } from '../runtime/digest.ts'
import type { Change } from './changes.ts'
import type { WriteOperation } from './operations.ts'
import { createWriter, type Writer } from './writer.ts'

let service: TestService
let writer: Writer
let told: readonly Change[] = []
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  const { database, catalogs } = service.context
  const reading = { childDepth: { default: 10, max: 10 }, defaultPageSize: 20, maxPageSize: 600 }
  const reader = createReader({ database, catalog: catalogs.current, digest, ...reading })
  const settle = async (changes: readonly Change[]) => {
    told = changes
  }
  const effects = [{ concerns: () => true, settle }]
  writer = createWriter({ database, catalog: catalogs.current, reader, reading, requireIfMatch: false, effects })
})
afterAll(() => service.close())

async function run(...operations: readonly WriteOperation[]): Promise<readonly number[]> {
  told = []
  const { results } = await writer.run(operations, { rights: UNRESTRICTED, author: { userId: null, name: 'test' } })
  return results.map((result) => result.id)
}

const add = (type: string, members: object, lid?: string): WriteOperation => ({
  kind: 'add',
  type,
  element: { members: { ...members }, pointer: '' },
  ...(lid === undefined ? {} : { lid }),
})
const change = (type: string, target: number, members: object): WriteOperation => ({
  kind: 'update',
  type,
  target,
  element: { members: { ...members }, pointer: '' },
  precondition: null,
})
const remove = (type: string, target: number): WriteOperation => ({ kind: 'remove', type, target, precondition: null })

/** What was told, without the parts that are empty. */
const brief = () =>
  told.map(({ mediaType, id, operation, fields, added, removed }) => ({
    [`${mediaType} ${id}`]: operation,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(added.length === 0 ? {} : { added: added.map(({ relation, ids }) => ({ [relation]: ids })) }),
    ...(removed.length === 0 ? {} : { removed: removed.map(({ relation, ids }) => ({ [relation]: ids })) }),
  }))

describe('what a save tells its effects', () => {
  it('[HIST:Added] [EV1] a new record with what it came to, its relations included', async () => {
    const [id] = await run(add('films', { title: 'New', gross: '7.5', maker: 1, tags: [1, 2] }))
    expect(brief()).toEqual([
      {
        [`films ${id}`]: 'Added',
        fields: { title: { new: 'New' }, gross: { new: '7.50' }, maker: { new: 1 } },
        added: [{ 'tags[film]': [1, 2] }],
      },
    ])
    expect(told[0]?.version).toBe(1)
  })

  it('[HIST:Changed] [HIST:AddedRelation] [HIST:RemovedRelation] [X24] only what differs, and under the kind of it', async () => {
    const [id = 0] = await run(add('films', { title: 'Old', year: 1990, tags: [1] }))
    await run(change('films', id, { title: 'Old', year: 1991 }))
    expect(brief()).toEqual([{ [`films ${id}`]: 'Changed', fields: { year: { old: 1990, new: 1991 } } }])
    await run(change('films', id, { tags: [1, 2] }))
    expect(brief()).toEqual([{ [`films ${id}`]: 'AddedRelation', added: [{ 'tags[film]': [2] }] }])
    await run(change('films', id, { tags: [] }))
    expect(brief()).toEqual([{ [`films ${id}`]: 'RemovedRelation', removed: [{ 'tags[film]': [1, 2] }] }])
    await run(change('films', id, { title: 'Old', tags: [] }))
    expect(brief()).toEqual([])
    expect(told).toEqual([])
  })

  it('[HIST:AddedRelation] the owner of a relation that its other side changes', async () => {
    const [film = 0, tag = 0] = await run(add('films', { title: 'T' }), add('tags', { name: 't' }))
    await run(change('tags', tag, { _links: { 'films[tag]': [film] } }))
    expect(brief()).toEqual([{ [`films ${film}`]: 'AddedRelation', added: [{ 'tags[film]': [tag] }] }])
    await run(remove('tags', tag))
    expect(brief()).toEqual([
      { [`films ${film}`]: 'RemovedRelation', removed: [{ 'tags[film]': [tag] }] },
      { [`tags ${tag}`]: 'Removed', fields: { name: { old: 't' } } },
    ])
  })

  it('[HIST:Changed] children whose parent takes them', async () => {
    const [maker = 0, film = 0] = await run(add('makers', { name: 'M' }), add('films', { title: 'F', maker: 2 }))
    await run(change('makers', maker, { _links: { 'films[maker]': { operation: 'Add', values: [film] } } }))
    expect(brief()).toEqual([{ [`films ${film}`]: 'Changed', fields: { maker: { old: 2, new: maker } } }])
  })

  it('[REL:link-object] link objects as records of their own, and the record that shows them', async () => {
    const [list = 0] = await run(add('lists', { name: 'L', films: [3, 1] }))
    const links = told.filter((each) => each.mediaType === 'list_films')
    expect(links.map((each) => [each.operation, each.fields.film?.new, each.fields.position?.new])).toEqual([
      ['Added', 3, 1],
      ['Added', 1, 2],
    ])
    expect(told.find((each) => each.mediaType === 'lists')).toMatchObject({
      operation: 'Added',
      added: [{ relation: 'films[list]', ids: [3, 1] }],
    })
    await run(change('lists', list, { films: [1, 3] }))
    expect(told.map((each) => [each.mediaType, each.operation])).toEqual([
      ['list_films', 'Changed'],
      ['list_films', 'Changed'],
    ])
    expect(told.map((each) => each.fields)).toEqual([
      { position: { old: 1, new: 2 } },
      { position: { old: 2, new: 1 } },
    ])
    await run(change('lists', list, { films: [1] }))
    expect(told.map((each) => [each.mediaType, each.operation]).toSorted()).toEqual(
      [
        ['list_films', 'Changed'],
        ['list_films', 'Removed'],
        ['lists', 'RemovedRelation'],
      ].slice(1),
    )
  })

  it('[HIST:Removed] a removed record with what it was, and what went along', async () => {
    const [list = 0] = await run(add('lists', { name: 'Gone', films: [2] }))
    await run(remove('lists', list))
    expect(told.map((each) => [each.mediaType, each.operation])).toEqual([
      ['list_films', 'Removed'],
      ['lists', 'Removed'],
    ])
    expect(told[1]?.fields).toEqual({ name: { old: 'Gone' } })
    expect(told[1]?.removed).toEqual([{ relation: 'films[list]', mediaType: 'films', ids: [2] }])
  })

  it('[EV1] one change a record, however often a save touches it, and none of what it adds and removes', async () => {
    const [film = 0] = await run(add('films', { title: 'A' }))
    await run(
      change('films', film, { title: 'B' }),
      change('films', film, { year: 2000 }),
      change('films', film, { title: 'A' }),
    )
    expect(brief()).toEqual([{ [`films ${film}`]: 'Changed', fields: { year: { old: null, new: 2000 } } }])
  })
})
