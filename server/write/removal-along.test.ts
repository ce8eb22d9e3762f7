import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import type { Rights } from '../catalog/rights.ts'
import { openTestService, type TestService } from '../query/test-service.ts'

/** A tree under sources whose branches go with their root. */
let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: async (database) => {
      await database.transaction(async (tx) => {
        await defineMediaTypes(tx, [
          {
            name: 'nodes',
            label: 'Node',
            labelPlural: 'Nodes',
            nameField: 'name',
            sourceField: 'source',
            fields: [
              { name: 'name', label: 'Name', type: 'Text' },
              { name: 'parent', label: 'Parent', type: 'Related' },
              { name: 'source', label: 'Source', type: 'Source' },
            ],
            relations: [
              { kind: 'many-to-one', related: 'nodes', column: 'parent', onDelete: 'cascade' },
              { kind: 'many-to-one', related: 'sources', column: 'source' },
            ],
          },
        ])
      })
    },
  })
})
afterAll(() => service.close())

const every = { read: true, write: true, delete: true }
const under = (read: readonly number[], remove: readonly number[]): Rights => ({
  unrestricted: false,
  mediaTypes: new Map([['nodes', every]]),
  sources: { read, write: read, delete: remove },
  signature: JSON.stringify([read, remove]),
})

async function create(type: string, element: object): Promise<number> {
  const { body } = await service.send('POST', `/${type}`, { [type]: [element] })
  return (body[type] as readonly Entity[])[0]?._id as number
}

describe('records that go with one that is deleted', () => {
  it('[X22] [P3.a] need the right to delete them, of the same media type as well', async () => {
    const [own, other] = [await create('sources', { name: 'own' }), await create('sources', { name: 'other' })]
    const root = await create('nodes', { name: 'root', source: own })
    const branch = await create('nodes', { name: 'branch', parent: root, source: own })
    const leaf = await create('nodes', { name: 'leaf', parent: branch, source: other })
    const remove = (rights: Rights) => service.send('DELETE', `/nodes/${root}`, undefined, rights)
    const unseen = await remove(under([own], [own]))
    expect([unseen.status, unseen.body.errors?.[0]?.code]).toEqual([403, 'FORBIDDEN'])
    expect((await remove(under([own, other], [own]))).status).toBe(403)
    const left = (await service.get('/nodes?sort=id')).body.nodes as readonly Entity[]
    expect(left.map(({ _id }) => _id)).toEqual([root, branch, leaf])
    expect((await remove(under([own, other], [own, other]))).status).toBe(204)
    expect((await service.get('/nodes')).body.nodes).toEqual([])
  })
})
