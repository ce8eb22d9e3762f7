import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import { openTestService, type TestService } from '../query/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: async (database) => {
      await database.transaction(async (tx) => {
        const name = { name: 'name', label: 'Name', type: 'Text' }
        await defineMediaTypes(tx, [
          {
            name: 'shows',
            label: 'Show',
            labelPlural: 'Shows',
            nameField: 'name',
            fields: [name, { name: 'episodes', label: 'Episodes', type: 'Related' }],
            relations: [{ kind: 'one-to-many', related: 'episodes', column: 'show', field: 'episodes' }],
          },
          {
            name: 'episodes',
            label: 'Episode',
            labelPlural: 'Episodes',
            nameField: 'name',
            fields: [name, { name: 'show', label: 'Show', type: 'Related' }],
          },
        ])
      })
    },
  })
})
afterAll(() => service.close())

const one = async (type: string, id: number): Promise<Entity> =>
  ((await service.get(`/${type}/${id}`)).body[type] as readonly Entity[])[0] as Entity

it('[X1] [D2] a one-to-many relation with a field is shown, and its changes from either side move the tag', async () => {
  const made = await service.send('POST', '/shows', { shows: [{ name: 'A' }, { name: 'B' }] })
  const [a, b] = (made.body.shows as readonly Entity[]).map((show) => show._id) as [number, number]
  const first = await service.send('POST', '/episodes', { episodes: [{ name: 'one', _links: { show: a } }] })
  const episode = ((first.body.episodes as readonly Entity[])[0] as Entity)._id
  const shown = await one('shows', a)
  expect(shown._links).toEqual({ 'episodes[show]': [episode] })
  expect(shown._etag).toMatch(/^2\./)

  await service.send('PATCH', `/shows/${b}`, { shows: [{ _links: { 'episodes[show]': [episode] } }] })
  expect((await one('shows', a))._links).toEqual({ 'episodes[show]': [] })
  expect((await one('shows', a))._etag).toMatch(/^3\./)
  expect((await one('shows', b))._links).toEqual({ 'episodes[show]': [episode] })
  expect((await one('shows', b))._etag).toMatch(/^2\./)
  expect((await one('episodes', episode))._links).toEqual({ show: b })

  await service.send('PATCH', `/episodes/${episode}`, { episodes: [{ _links: { show: null } }] })
  expect((await one('shows', b))._etag).toMatch(/^3\./)
})
