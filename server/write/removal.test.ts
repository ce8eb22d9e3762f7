import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../catalog/rights.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const every = { read: true, write: true, delete: true }
const rights = (types: Rights['mediaTypes'], sources: Rights['sources'] = null): Rights => ({
  unrestricted: false,
  mediaTypes: types,
  sources,
  signature: JSON.stringify([[...types], sources]),
})
const remove = (path: string, by?: Rights) => service.send('DELETE', path, undefined, by)
const create = async (type: string, element: object) => {
  const { body } = await service.send('POST', `/${type}`, { [type]: [element] })
  return ((body[type] as readonly { _id: number }[])[0] as { _id: number })._id
}

describe('a delete', () => {
  it('[D4] [ERR:forbidden] [P3.a] needs the right to delete, of the type and of the source', async () => {
    const film = await create('films', { title: 'F', source: 1 })
    const reader = rights(new Map([['films', { read: true, write: true, delete: false }]]))
    expect((await remove(`/films/${film}`, reader)).status).toBe(403)
    const elsewhere = rights(new Map([['films', every]]), { read: [1], write: [1], delete: [2] })
    expect((await remove(`/films/${film}`, elsewhere)).status).toBe(403)
    const unseen = rights(new Map([['films', every]]), { read: [2], write: [2], delete: [2] })
    expect((await remove(`/films/${film}`, unseen)).status).toBe(404)
    const there = rights(
      new Map([
        ['films', every],
        ['list_films', every],
      ]),
      { read: [1], write: [1], delete: [1] },
    )
    expect((await remove(`/films/${film}`, there)).status).toBe(204)
  })

  it('[D4.b] [P3] tells nothing of the records that stand in the way and may not be seen', async () => {
    const maker = await create('makers', { name: 'M' })
    const film = await create('films', { title: 'Hidden', maker, source: 3 })
    const by = rights(
      new Map([
        ['makers', every],
        ['films', every],
      ]),
      { read: [1], write: [1], delete: [1] },
    )
    const { status, body } = await remove(`/makers/${maker}`, by)
    expect([status, body.errors?.[0]?.meta]).toEqual([409, { mediaType: 'films', field: 'maker', count: 0, ids: [] }])
    expect(JSON.stringify(body)).not.toContain(`[${film}]`)
    const blind = await remove(`/makers/${maker}`, rights(new Map([['makers', every]])))
    expect([blind.status, blind.body.errors]).toMatchObject([409, [{ code: 'REFERENCED' }]])
    expect(JSON.stringify(blind.body)).not.toMatch(/film|"maker"/i)
  })

  it('[D4.b] [D5.d] names the operation whose record is referred to', async () => {
    const [free, used] = [await create('studios', { name: 'Free' }), await create('studios', { name: 'Used' })]
    const film = await create('films', { title: 'F', studio: used })
    const operations = [free, used].map((id) => ({ _op: 'remove', _href: `/api/v1/studios/${id}` }))
    const { status, body } = await service.send('POST', '/$batch', { _operations: operations })
    expect([status, body.errors]).toMatchObject([
      409,
      [{ code: 'REFERENCED', source: { pointer: '/_operations/1/_href' }, meta: { ids: [film] } }],
    ])
    const several = await remove(`/studios/${free},${used}`)
    expect(several.body.errors?.map(({ detail }) => detail)).toEqual([`1 film refers to studio ${used} by studio.`])
  })

  it('[D4] of a tree goes when parent and child go together', async () => {
    const parent = await create('studios', { name: 'Parent' })
    const child = await create('studios', { name: 'Child', parent })
    expect((await remove(`/studios/${parent}`)).status).toBe(409)
    expect((await remove(`/studios/${parent},${child}`)).status).toBe(204)
  })

  it('[X22] takes link objects along without a right of their own', async () => {
    const film = await create('films', { title: 'F' })
    const list = await create('lists', { name: 'L', films: [film] })
    const by = rights(
      new Map([
        ['lists', every],
        ['films', every],
      ]),
    )
    expect((await remove(`/lists/${list}`, by)).status).toBe(204)
    expect((await service.get(`/list_films?list=${list}`)).body.list_films).toEqual([])
  })
})
