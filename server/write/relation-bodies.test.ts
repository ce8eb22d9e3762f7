import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import { openTestService, type TestService } from '../query/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: async (database) => {
      const name = { name: 'name', label: 'Name', type: 'Text' }
      await database.transaction(async (tx) => {
        await defineMediaTypes(tx, [
          { name: 'shows', label: 'Show', labelPlural: 'Shows', nameField: 'name', fields: [name] },
          {
            name: 'episodes',
            label: 'Episode',
            labelPlural: 'Episodes',
            nameField: 'name',
            fields: [name, { name: 'show', label: 'Show', type: 'Related', required: true }],
            relations: [{ kind: 'many-to-one', related: 'shows', column: 'show' }],
          },
        ])
      })
    },
  })
})
afterAll(() => service.close())

async function create(type: string, element: object): Promise<number> {
  const { body } = await service.send('POST', `/${type}`, { [type]: [element] })
  return (body[type] as readonly Entity[])[0]?._id as number
}
const showOf = async (episode: number): Promise<unknown> =>
  ((await service.get(`/episodes/${episode}`)).body.episodes as readonly Entity[])[0]?._links?.show
const told = async (method: string, path: string, body: object) => {
  const answer = await service.send(method, path, body)
  return [answer.status, ...(answer.body.errors ?? []).map(({ source }) => source?.pointer)]
}

describe('relations of a body', () => {
  it('[D3.i] [D1.a] [D1.e] do not let go of records that must refer to one, unless another takes them in', async () => {
    const [a, b] = [await create('shows', { name: 'A' }), await create('shows', { name: 'B' })]
    const [one, two] = [await create('episodes', { show: a }), await create('episodes', { show: a })]
    const key = 'episodes[show]'
    expect(await told('PATCH', `/shows/${a}`, { shows: [{ _links: { [key]: [one] } }] })).toEqual([
      422,
      `/shows/0/_links/${key}`,
    ])
    const elements = [
      { _id: a, _links: { [key]: [one] } },
      { _id: b, _links: { [key]: { operation: 'Add', values: [two] } } },
    ]
    expect(await told('PATCH', '/shows', { shows: elements })).toEqual([200])
    expect([await showOf(one), await showOf(two)]).toEqual([a, b])
  })

  it('[CB4] [D1.a] hold what they mean and nothing else', async () => {
    const show = await create('shows', { name: 'C' })
    const episodes = (value: unknown) => ({ episodes: [{ show: value }] })
    const pointer = '/episodes/0/show'
    expect(await told('POST', '/episodes', episodes({ _type: 'episodes', _id: show }))).toEqual([
      422,
      `${pointer}/_type`,
    ])
    expect(await told('POST', '/episodes', episodes({ _type: 'shows', _id: show }))).toEqual([201])
    const described = { operation: 'Replace', values: show, value: 1 }
    expect(await told('POST', '/episodes', episodes(described))).toEqual([422, `${pointer}/value`])
  })

  it('[FN2] [FN8] a finder pages by its parameters however they are encoded', async () => {
    const show = await create('shows', { name: 'D' })
    for (const name of ['1', '2', '3']) await create('episodes', { name, show: await create('shows', { name }) })
    const finder = { _type: 'finder', _href: '/api/v1/episodes?filter=name_$ge_1&%70ageSize=2', _resultset: 'all' }
    const answer = await service.send('PATCH', `/shows/${show}`, {
      shows: [{ _links: { 'episodes[show]': [finder] } }],
    })
    expect(answer.status).toBe(200)
    expect((await service.get(`/episodes?show=${show}`)).body.episodes).toHaveLength(2)
  })
})
