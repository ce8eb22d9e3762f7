import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRelated, pointersOf, SAVED, unique } from './test-related.ts'

let site: Awaited<ReturnType<typeof openRelated>>
beforeAll(async () => {
  site = await openRelated({ REQUIRE_IF_MATCH: 'true' })
}, 60_000)
afterAll(() => site.site.close())

it('[R2.a] [CT:orderedRelatedList] a page is saved where every change must name a tag', async () => {
  const { id } = await site.collectionOf('A', 'B')
  const [a, b] = (await site.rows(`collection/${id}`)).rows as unknown as [{ id: number }, { id: number }]
  const moves = { films: { moves: [{ row: b.id, before: a.id }] } }
  const etag = await site.tagOf(`collection/${id}`)
  expect(await site.save(`collection/${id}`, moves, { etag })).toMatchObject(SAVED)
  expect((await site.save(`collection/${id}`, moves)).status).toBe(428)
  expect((await site.save(`collection/${id}`, moves, { etag })).status).toBe(412)
})

it('[R2.a] [CT:orderedRelatedList] a record and its order are made at once, which nobody knows a tag of', async () => {
  const films = [await site.film('One'), await site.film('Two')]
  const answer = await site.save('collection/new', {
    form: { values: { name: unique('New'), status: 'draft', is_public: false } },
    films: {
      add: films.map((relatedId, index) => ({ key: `k${index}`, relatedId })),
      moves: [{ row: 'k1', before: 'k0' }],
    },
  })
  expect(answer).toMatchObject(SAVED)
})

it('[R2.a] [CT:relatedList] a record is chosen, by the tag it was chosen with where one is given', async () => {
  const id = await site.named('people', 'Chooser')
  const relatedId = await site.film('Chosen')
  const chosen = (etag?: string) => ({
    films: { add: [{ key: 'a', relatedId, ...(etag === undefined ? {} : { etag }), values: { status: 'review' } }] },
  })
  const stale = await site.save(`person/${id}`, chosen('99.1'))
  expect([stale.status, pointersOf(stale)]).toEqual([412, ['/add/0/etag']])
  expect(await site.save(`person/${id}`, chosen())).toMatchObject(SAVED)
  const untold = await site.save(`person/${id}`, { films: { remove: [{ id: relatedId }] } })
  expect([untold.status, pointersOf(untold)]).toEqual([428, ['/remove/0/etag']])
})
