import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'

const seat = { name: 'seat', label: 'Seat', type: 'Integer', unique: true }
const GUESTS = {
  name: 'guests',
  label: 'Guest',
  labelPlural: 'Guests',
  fields: [seat, { name: 'table', label: 'Table', type: 'Integer', unique: true, required: true }],
}

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: async (database) => {
      await prepareSmallCatalogue(database)
      await database.transaction((tx) => defineMediaTypes(tx, [GUESTS]))
    },
  })
})
afterAll(() => service.close())

let last = 0
const named = (count: number) => Array.from({ length: count }, () => ({ name: `studio ${++last}` }))

async function create(type: string, elements: readonly object[]): Promise<readonly Entity[]> {
  const { status, body } = await service.send('POST', `/${type}`, { [type]: elements })
  expect([status, body.errors]).toEqual([201, undefined])
  return body[type] as readonly Entity[]
}

async function read(type: string, of: readonly Entity[], field: string): Promise<readonly unknown[]> {
  const { body } = await service.get(`/${type}/${of.map(({ _id }) => _id).join(',')}?sort=id`)
  return (body[type] as readonly Entity[]).map((each) => each[field])
}

describe('unique values that change hands in one save', () => {
  it('[D5] [ERR:UNIQUE] are taken after they were let go, in the order of a batch, however many records it has', async () => {
    const made = await create('studios', named(400))
    const names = made.map(({ name }) => name)
    // each takes the name of the next one, which has got another by then
    const operations = made
      .map(({ _id }, index) => ({
        _op: 'update',
        _href: `/api/v1/studios/${_id}`,
        _data: { name: names[index + 1] ?? 'the last' },
      }))
      .reverse()
    service.statements.length = 0
    const { status, body } = await service.send('POST', '/$batch', { _operations: operations })
    expect([status, body.errors]).toEqual([200, undefined])
    expect(service.statements.length).toBeLessThan(30)
    expect(await read('studios', made, 'name')).toEqual([...names.slice(1), 'the last'])
    expect(await read('studios', made.slice(0, 2), '_etag')).toEqual(Array(2).fill(expect.stringMatching(/^2\./)))
  })

  it('[D5] [ERR:UNIQUE] are taken in turns where the field holds no text and may not be empty', async () => {
    const made = await create(
      'guests',
      Array.from({ length: 12 }, (_, index) => ({ table: 100 + index })),
    )
    const guests = made.map(({ _id }, index) => ({ _id, table: 101 + index }))
    const { status, body } = await service.send('PATCH', '/guests', { guests })
    expect([status, body.errors]).toEqual([200, undefined])
    expect(await read('guests', made, 'table')).toEqual(guests.map(({ table }) => table))
  })

  it('[X54] [D3.k] [ERR:UNIQUE] are exchanged, and move each version once', async () => {
    const made = await create('studios', named(3))
    const [a, b, c] = made as readonly [Entity, Entity, Entity]
    const studios = [
      { _id: a._id, name: b.name },
      { _id: b._id, name: c.name },
      { _id: c._id, name: a.name },
    ]
    const { status, body } = await service.send('PATCH', '/studios', { studios })
    expect([status, body.errors]).toEqual([200, undefined])
    expect(await read('studios', made, 'name')).toEqual([b.name, c.name, a.name])
    expect((await read('studios', made, '_etag')).map((tag) => String(tag).split('.')[0])).toEqual(['2', '2', '2'])
  })

  it('[X54] [D3.k] [ERR:UNIQUE] are exchanged where the field may be empty, and refused where it holds no text and may not', async () => {
    const made = await create('guests', [
      { seat: 1, table: 11 },
      { seat: 2, table: 12 },
    ])
    const [a, b] = made as readonly [Entity, Entity]
    const exchanged = (field: string) => ({
      guests: [
        { _id: a._id, [field]: b[field] },
        { _id: b._id, [field]: a[field] },
      ],
    })
    expect((await service.send('PATCH', '/guests', exchanged('seat'))).status).toBe(200)
    expect(await read('guests', made, 'seat')).toEqual([2, 1])
    const refused = await service.send('PATCH', '/guests', exchanged('table'))
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([409, 'UNIQUE'])
    expect(await read('guests', made, 'table')).toEqual([11, 12])
  })

  it('[ERR:UNIQUE] are refused where another record keeps them, or two take them', async () => {
    const [a, b, c] = (await create('studios', named(3))) as readonly [Entity, Entity, Entity]
    const refused = async (...studios: readonly object[]) => {
      const { status, body } = await service.send('PATCH', '/studios', { studios })
      return [status, body.errors?.map(({ source }) => source?.pointer)]
    }
    expect(await refused({ _id: a._id, name: c.name }, { _id: b._id, name: a.name })).toEqual([
      409,
      ['/studios/0/name'],
    ])
    expect(await refused({ _id: a._id, name: b.name }, { _id: b._id, name: b.name })).toEqual([
      409,
      ['/studios/1/name'],
    ])
  })
})
