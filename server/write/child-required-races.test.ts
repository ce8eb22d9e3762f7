import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import { openPg } from '../db/pg.ts'
import { migratedDatabase } from '../db/test-database.ts'
import { openTestService, type TestService } from '../query/test-service.ts'

const name = { name: 'name', label: 'Name', type: 'Text' }
const AT_ONCE = 6

let service: TestService
beforeAll(async () => {
  const url = await migratedDatabase()
  service = await openTestService({
    openDatabase: async (_config, observe) => openPg(url, { observe }),
    prepare: (database) =>
      database.transaction(async (tx) => {
        await defineMediaTypes(tx, [
          { name: 'boxes', label: 'Box', labelPlural: 'Boxes', nameField: 'name', fields: [name] },
          {
            name: 'discs',
            label: 'Disc',
            labelPlural: 'Discs',
            nameField: 'name',
            fields: [name, { name: 'box', label: 'Box', type: 'Related' }],
            relations: [{ kind: 'many-to-one', related: 'boxes', column: 'box', childRequired: true }],
          },
        ])
      }),
  })
}, 60_000)
afterAll(() => service.close())

it.each(['removed', 'let go'])(
  '[ERR:child-required] a list keeps its last record where each of several saves has one %s',
  async (way) => {
    for (let round = 0; round < 5; round++) {
      const discs = Array.from({ length: AT_ONCE }, () => ({
        _op: 'add',
        _type: 'discs',
        _data: { name: 'Disc', box: { _lid: 'box' } },
      }))
      const { body } = await service.send('POST', '/$batch', {
        _operations: [{ _op: 'add', _type: 'boxes', _lid: 'box', _data: { name: 'Box' } }, ...discs],
      })
      const [box, ...made] = (body._results as readonly { _href: string }[]).map(({ _href }) =>
        Number(_href.split('/').at(-1)),
      )
      const answers = await Promise.all(
        made.map((id) =>
          way === 'removed'
            ? service.send('DELETE', `/discs/${id}`)
            : service.send('PATCH', `/discs/${id}`, { discs: [{ box: null }] }),
        ),
      )
      expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([422])
      expect((await service.get(`/discs?box=${box}`)).body.discs as readonly Entity[]).toHaveLength(1)
    }
  },
)
