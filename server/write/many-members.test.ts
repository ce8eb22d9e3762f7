import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { processorTime } from '../test-processor-time.ts'

const MANY = 20_000

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  const text = `insert into tags (name) select 'many ' || n from generate_series(1, ${MANY}) n returning id::text`
  await service.context.database.read({ text, values: [] })
})
afterAll(() => service.close())

/** Milliseconds of processor time that a change of a film's tags takes. */
async function timed(tags: unknown): Promise<number> {
  const spent = processorTime()
  const { status } = await service.send('PATCH', '/films/4?fields=title', { films: [{ tags }] })
  expect(status).toBe(200)
  return spent()
}
const count = async (): Promise<number> => {
  const text = 'select count(*)::text from films_tags where film = 4'
  return Number((await service.context.database.read({ text, values: [] }))[0]?.[0])
}

it('[FN8] [LIM:finder-all] [D3.i] a finder relates tens of thousands, which are let go as fast', async () => {
  const added = await timed({ _type: 'finder', _href: '/api/v1/tags?filter=name_$sw_many', _resultset: 'all' })
  expect(await count()).toBe(MANY)
  expect(await timed([])).toBeLessThan(3 * added)
  expect(await count()).toBe(0)
})

it('[D1] a message names some of the records that are not there, not all', async () => {
  const tags = Array.from({ length: 5000 }, (_, at) => 1_000_000 + at)
  const { status, body } = await service.send('PATCH', '/films/4', { films: [{ tags }] })
  expect([status, body.errors?.[0]?.detail]).toEqual([422, expect.stringMatching(/ 1000019 and 4980 more$/)])
})
