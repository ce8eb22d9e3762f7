import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { HistoryClient } from './client.ts'
import { openHistoryDatabase, openHistoryService } from './test-history.ts'

let database: Database
let client: HistoryClient
beforeAll(async () => {
  database = await openHistoryDatabase()
  client = openHistoryService(database).client
})
afterAll(() => database.close())

const READABLE = ['movies', 'people', 'films', 'makers', 'tags']
let sequence = 0
let saves = 0

interface Told {
  readonly mediaType: string
  readonly id: number
  readonly operation?: string
  readonly more?: object
}

/** What a save tells of, in one body or, a body each, as several. */
const save = (...told: readonly Told[]): readonly string[] => {
  saves += 1
  const at = new Date(1_800_000_000_000 + saves).toISOString()
  return told.map(({ mediaType, id, operation = 'Changed', more = {} }) => {
    sequence += 1
    const about = { _mediaType: mediaType, _id: id, _eventId: crypto.randomUUID(), _sequence: sequence, _at: at }
    return JSON.stringify({ ...about, _version: 1, _operation: operation, _user: { id: null, name: 'x' }, ...more })
  })
}
const named = (id: number, old: string, now: string): Told => ({
  mediaType: 'adm_mediatypes',
  id,
  more: { _modifiedFields: { name: { old, new: now } } },
})
const gone = (id: number, old: string): Told => ({
  mediaType: 'adm_mediatypes',
  id,
  operation: 'Removed',
  more: { _modifiedFields: { name: { old } } },
})
const title = (old: string): object => ({ _modifiedFields: { title: { old, new: '' } } })
const titles = async (mediaType: string, id: number): Promise<readonly unknown[]> => {
  const { _entries } = await client.read({ mediaType, id, page: 0, limit: 20, readable: READABLE })
  return _entries.map(({ _modifiedFields }) => _modifiedFields.title?.old)
}

describe('the history of a media type that is renamed', () => {
  it('[EV1] [M1.a] goes on under the new name, with what others told of it', async () => {
    const links = {
      _modifiedFields: { maker: { old: 1, new: 2, mediaType: 'makers' } },
      _addedRelations: [{ relation: 'makers[film]', mediaType: 'makers', ids: [3] }],
    }
    const before = save({ mediaType: 'makers', id: 1, more: title('a') }, { mediaType: 'films', id: 1, more: links })
    await client.saveBatch(before)
    const rename = save({ mediaType: 'makers', id: 1, more: title('b') }, named(8, 'makers', 'people'))
    const after = save({ mediaType: 'people', id: 1, more: title('c') })
    await client.saveBatch([...rename, ...after])
    expect(await titles('people', 1)).toEqual(['c', 'b', 'a'])
    expect(await titles('makers', 1)).toEqual([])
    const { _entries } = await client.read({ mediaType: 'films', id: 1, page: 0, limit: 1, readable: READABLE })
    expect(_entries).toMatchObject([
      {
        _modifiedFields: { maker: { old: 1, new: 2, mediaType: 'people' } },
        _addedRelations: [{ relation: 'people[film]', mediaType: 'people', ids: [3] }],
      },
    ])
    // told again because an answer was lost
    await client.saveBatch(save({ mediaType: 'makers', id: 1, more: title('another') }))
    await client.saveBatch(rename)
    expect(await titles('makers', 1)).toEqual(['another'])
  })

  it('[EV1] follows names that are swapped, and names that change twice in one body', async () => {
    await client.saveBatch([
      ...save({ mediaType: 'one', id: 1, more: title('1') }, { mediaType: 'two', id: 1, more: title('2') }),
      ...save(named(1, 'one', 'two'), named(2, 'two', 'one')),
    ])
    const read = async (mediaType: string) =>
      (await client.read({ mediaType, id: 1, page: 0, limit: 9, readable: [mediaType] }))._entries
    expect([await read('one'), await read('two')]).toMatchObject([[title('2')], [title('1')]])
    await client.saveBatch([...save(named(1, 'two', 'three')), ...save(named(1, 'three', 'four'))])
    expect([await read('two'), await read('three'), await read('four')]).toMatchObject([[], [], [title('1')]])
  })

  it('[EV1] [P2.b] is not that of a later media type of the same name, once it is gone', async () => {
    await client.saveBatch(save({ mediaType: 'films', id: 7, more: title('old') }))
    await client.saveBatch(save(gone(30, 'films')))
    await client.saveBatch(save({ mediaType: 'films', id: 7, more: title('new') }))
    expect(await titles('films', 7)).toEqual(['new'])
    const kept = await client.read({
      mediaType: 'films_gone_30',
      id: 7,
      page: 0,
      limit: 9,
      readable: ['films_gone_30'],
    })
    expect(kept._entries).toMatchObject([title('old')])
  })
})

describe('the history of fields and relations that are called otherwise', () => {
  const read = async (mediaType: string, id: number) =>
    (await client.read({ mediaType, id, page: 0, limit: 9, readable: [...READABLE, 'ports', 'boats'] }))._entries
  const moving = (_names: object, more: object = {}): Told => ({
    mediaType: 'adm_fields',
    id: 5,
    more: { _names, ...more },
  })

  it('[X35.a] [EV1] [M1.a] goes on under the new names, swapped ones too, in entries before and of the same save alone', async () => {
    const values = { _modifiedFields: { a: { old: 1, new: 2 }, b: { new: 0.30000000000000004 }, c: { old: null } } }
    await client.saveBatch(
      save({ mediaType: 'boats', id: 1, more: values }, { mediaType: 'ports', id: 1, more: values }),
    )
    const rename = save({ mediaType: 'boats', id: 1, more: values }, moving({ boats: { a: 'b', b: 'a' } }))
    await client.saveBatch([...rename, ...save({ mediaType: 'boats', id: 1, more: values })])
    const moved = { b: { old: 1, new: 2 }, a: { new: 0.30000000000000004 }, c: { old: null } }
    expect((await read('boats', 1)).map(({ _modifiedFields }) => JSON.parse(JSON.stringify(_modifiedFields)))).toEqual([
      values._modifiedFields,
      moved,
      moved,
    ])
    expect((await read('ports', 1))[0]?._modifiedFields).toMatchObject({ a: values._modifiedFields.a })
    // told again because an answer was lost
    await client.saveBatch(rename)
    expect((await read('boats', 1)).map(({ _modifiedFields }) => JSON.stringify(_modifiedFields.a?.new))).toEqual([
      '2',
      '0.30000000000000004',
      '0.30000000000000004',
    ])
  })

  it('[EV1] [M1.a] takes the keys of relations along, after those of media types', async () => {
    const key = (relation: string) => ({
      _modifiedFields: { [relation]: { old: [1], new: [2], mediaType: 'boats' } },
      _addedRelations: [{ relation, mediaType: 'boats', ids: [2] }],
      _removedRelations: [{ relation, mediaType: 'boats', ids: [1] }],
    })
    await client.saveBatch(save({ mediaType: 'ports', id: 2, more: key('boats[home]') }))
    await client.saveBatch(save(moving({ ports: { 'boats[home]': 'boats[berth]' } })))
    expect(await read('ports', 2)).toMatchObject([key('boats[berth]')])
  })
})
