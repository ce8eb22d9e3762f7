import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../catalog/rights.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { entityOf, errorOf, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

const add = async (name: string, parent: number | null = null): Promise<number> =>
  entityOf(await system.add('sources', { name, parent }), 'sources')._id

/** Somebody who keeps sources without being an administrator. */
const KEEPER: Rights = {
  unrestricted: false,
  mediaTypes: new Map([['sources', { read: true, write: true, delete: true }]]),
  sources: null,
  signature: 'keeper',
}

describe('the tree of sources', () => {
  it('[X56.c] [M1.a] [AUTH28] has no circles, however many saves or sources make one', async () => {
    const above = await add('above')
    const middle = await add('middle', above)
    const below = await add('below', middle)
    const refused = { status: '422', code: 'VALIDATION' }
    for (const [id, parent] of [
      [above, above],
      [above, below],
      [middle, below],
    ] as const) {
      const answer = await system.change('sources', id, { _links: { parent } })
      expect(errorOf(answer)).toMatchObject({
        ...refused,
        detail: expect.stringContaining('cannot stand below itself'),
      })
    }
    const [one, other] = [await add('one'), await add('other')]
    const update = (id: number, parent: number) => ({
      _op: 'update',
      _href: `/api/v1/sources/${id}`,
      _data: { parent },
    })
    expect(errorOf(await system.batch([update(one, other), update(other, one)]))).toMatchObject(refused)
    // what was below may come above in one save
    const turned = await system.batch([update(below, above), update(middle, below)])
    expect(turned.status).toBe(200)
    expect(await system.change('sources', above, { name: 'highest' })).toMatchObject({ status: 200 })
  })

  it('[X56.c] [M1.a] [AUTH28] is changed by administrators alone, since rights go by it', async () => {
    const [mine, theirs] = [await add('mine'), await add('theirs')]
    for (const element of [{ parent: mine }, { _links: { parent: mine } }, { name: 'x', parent: null }]) {
      expect(errorOf(await system.change('sources', theirs, element, '', KEEPER))).toMatchObject({
        status: '403',
        code: 'FORBIDDEN',
      })
    }
    expect(await system.change('sources', theirs, { name: 'ours' }, '', KEEPER)).toMatchObject({ status: 200 })
    const added = await system.add('sources', { name: 'new', parent: mine }, KEEPER)
    expect(added.status).toBe(201)
    expect(await system.remove('sources', entityOf(added, 'sources')._id, '', KEEPER)).toMatchObject({ status: 204 })
  })
})
