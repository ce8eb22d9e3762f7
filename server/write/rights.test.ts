import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import type { Rights } from '../catalog/rights.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const one = async (path: string): Promise<Entity> => {
  const { body } = await service.get(path)
  return (body[path.split('/')[1] as string] as readonly Entity[])[0] as Entity
}

const TYPES = ['films', 'makers', 'tags', 'sources', 'studios', 'lists', 'list_films']

function rights(write: (type: string) => boolean, sources: Rights['sources']): Rights {
  const mediaTypes = new Map(TYPES.map((name) => [name, { read: true, write: write(name), delete: false }]))
  return { unrestricted: false, mediaTypes, sources, signature: JSON.stringify([[...mediaTypes], sources]) }
}

describe('relations', () => {
  it('[P3] cannot change records of a media type through a relation that the caller may not write', async () => {
    const by = rights((name) => name !== 'films', null)
    const before = await one('/films/4')
    for (const value of [[4], { operation: 'Add', values: [4] }, { operation: 'Remove', values: [1] }, []]) {
      const { status, body } = await service.send(
        'PATCH',
        '/makers/1',
        { makers: [{ _links: { 'films[maker]': value } }] },
        by,
      )
      expect([value, status, body.errors?.[0]?.code]).toEqual([value, 403, 'FORBIDDEN'])
    }
    expect(await one('/films/4')).toEqual(before)
    expect((await one('/films/1'))._links?.maker).toBe(1)
  })

  it('[P2] [P3] cannot reach, through a reverse relation, records that the caller may not see or write', async () => {
    const by = rights(() => true, { read: [1, 2], write: [1], delete: [] })
    const write = (value: unknown) =>
      service.send('PATCH', '/makers/1', { makers: [{ _links: { 'films[maker]': value } }] }, by)
    // film 3 is Ada’s and hidden from this caller: a list that cannot name it does not let it go
    expect((await write([1])).status).toBe(200)
    expect((await one('/films/3'))._links?.maker).toBe(1)
    // film 2 may be read but not written
    expect((await write({ operation: 'Add', values: [2] })).status).toBe(403)
    expect((await one('/films/2'))._links?.maker).toBe(2)
    expect((await write({ operation: 'Remove', values: [3] })).status).not.toBe(500)
    expect((await one('/films/3'))._links?.maker).toBe(1)
  })

  it('[P3] [X17] keeps, in a replaced relation, members that the caller may not see', async () => {
    const by = rights(() => true, { read: [1], write: [1], delete: [] })
    const made = await service.send('POST', '/lists', { lists: [{ name: 'mixed', _links: { 'films[list]': [3, 1] } }] })
    const [list] = made.body.lists as readonly [Entity]
    const { body } = await service.get(`/lists/${list._id}`, by)
    const seen = (body.lists as readonly Entity[])[0]?._links
    expect(seen).toEqual({ 'films[list]': [1] })
    await service.send('PATCH', `/lists/${list._id}`, { lists: [{ name: 'renamed', _links: seen as object }] }, by)
    expect((await one(`/lists/${list._id}`))._links?.['films[list]']).toContain(3)
  })

  it('[P3] [FN9] finds nothing of a media type that the caller may not read, and lets go of nothing there', async () => {
    const every = { read: true, write: true, delete: false }
    const by: Rights = {
      unrestricted: false,
      mediaTypes: new Map([['films', every]]),
      sources: null,
      signature: 'films',
    }
    const finder = { _type: 'finder', _href: '/api/v1/studios?filter=name_$sw_N', _resultset: 'firstOrDefault' }
    const tags = [{ _type: 'finder', _href: '/api/v1/tags', _resultset: 'all' }]
    const before = await one('/films/1')
    const { status, body } = await service.send('PATCH', '/films/1', { films: [{ studio: finder, tags }] }, by)
    expect([status, body.errors]).toEqual([200, undefined])
    expect(await one('/films/1')).toEqual(before)
  })
})
