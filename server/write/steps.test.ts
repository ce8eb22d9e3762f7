import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const batch = (operations: readonly object[]) => service.send('POST', '/$batch', { _operations: operations })
const linksOf = async (type: string, filter: string): Promise<Entity['_links']> => {
  const { body } = await service.get(`/${type}?${filter}`)
  return (body[type] as readonly Entity[])[0]?._links
}

describe('operations of one save', () => {
  it('[D5.b] [D3.i] see what an earlier one did to the same record, by its local id as well', async () => {
    const added = { _op: 'add', _type: 'films', _lid: 'f', _data: { title: 'Twice' } }
    const set = (tags: unknown) => ({ _op: 'update', _href: { _lid: 'f' }, _data: { _links: { tags } } })
    expect((await batch([added, set([1]), set([2])])).status).toBe(200)
    expect(await linksOf('films', 'title=Twice')).toMatchObject({ 'tags[film]': [2] })
  })

  it('[D5.b] [D3.n] do not find a record again that an earlier one removed by its local id', async () => {
    const remove = { _op: 'remove', _href: { _lid: 'f' } }
    const { status, body } = await batch([
      { _op: 'add', _type: 'films', _lid: 'f', _data: { title: 'Gone' } },
      remove,
      remove,
    ])
    expect([status, body.errors?.[0]?.source]).toEqual([404, { pointer: '/_operations/2/_href' }])
  })

  it('[D3.k] of a relation of a media type to itself: the later one of both sides holds', async () => {
    const create = async (name: string) => {
      const { body } = await service.send('POST', '/studios', { studios: [{ name }] })
      return (body.studios as readonly Entity[])[0]?._id as number
    }
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    const elements = [
      { _id: a, parent: b },
      { _id: c, _links: { 'studios[parent]': [a] } },
    ]
    expect((await service.send('PATCH', '/studios', { studios: elements })).status).toBe(200)
    expect(await linksOf('studios', `id=${a}`)).toEqual({ parent: c })
    expect((await service.send('PATCH', '/studios', { studios: elements.toReversed() })).status).toBe(200)
    expect(await linksOf('studios', `id=${a}`)).toEqual({ parent: b })
  })
})

describe('what is wrong with a batch', () => {
  it('[D1.a] [D5.d] is told under a pointer of RFC 6901, whatever the name', async () => {
    const operation = { _op: 'add', _type: 'tags', _data: { name: 'x' }, 'a/b': 1 }
    const { body } = await service.send('POST', '/$batch', { _operations: [operation], 'c~d': 1 })
    const finder = { _type: 'finder', _href: '/api/v1/tags', _resultset: 'all', 'e/f': 1 }
    const found = await service.send('POST', '/films', { films: [{ title: 'x', tags: [finder] }] })
    const pointers = [body, found.body].flatMap(({ errors }) => errors?.map(({ source }) => source?.pointer))
    expect(pointers).toEqual(['/c~0d', '/_operations/0/a~1b', '/films/0/tags/0/e~1f'])
  })
})
