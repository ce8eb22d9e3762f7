import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'

const MANY = 300

let service: TestService
let films: readonly number[]
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  const { database } = service.context
  const idsOf = async (text: string) => (await database.read({ text, values: [] })).map(([id]) => Number(id))
  films = await idsOf(
    `insert into films (title) select 'many ' || n from generate_series(1, ${MANY}) n returning id::text`,
  )
  await idsOf(`insert into list_films (list, film, position) select 1, id, id from films where title like 'many %'
    returning id::text`)
})
afterAll(() => service.close())

/** Statements that an update of so many records of a media type takes. */
async function statementsOf(type: string, elements: readonly object[]): Promise<number> {
  service.statements.length = 0
  const { status, body } = await service.send('PATCH', `/${type}?fields=id`, { [type]: elements })
  expect([status, body.errors]).toEqual([200, undefined])
  return service.statements.length
}

it('[D3.k] as many statements change three hundred records as three', async () => {
  const renamed = (round: string) =>
    films.map((_id, index) => ({ _id, title: `${round} ${index}`, year: 1900 + (index % 100) }))
  expect(await statementsOf('films', renamed('a'))).toBe(await statementsOf('films', renamed('b').slice(0, 3)))
  const { body } = await service.get(`/films?filter=title_$sw_a&pageSize=600&sort=id`)
  const titles = (body.films as readonly { title: string }[]).map(({ title }) => title)
  expect(titles).toHaveLength(MANY - 3)
  expect(titles[0]).toBe('a 3')
})

it('[D3.k] link objects move the tag of their owner once, and those that stay as they are move nothing', async () => {
  const rows = (await service.get(`/list_films?list=1&pageSize=600&sort=id`)).body.list_films as readonly {
    readonly _id: number
    readonly _etag: string
    readonly position: number
  }[]
  const tag = async () => ((await service.get('/lists/1')).body.lists as readonly { _etag: string }[])[0]?._etag
  const version = async () => Number((await tag())?.split('.')[0])
  const before = await version()
  const moved = rows.map(({ _id, position }, index) => ({ _id, position: index < 200 ? position + 1 : position }))
  await statementsOf('list_films', moved)
  expect(await version()).toBe(before + 1)
  const after = (await service.get(`/list_films?list=1&pageSize=600&sort=id`)).body.list_films as typeof rows
  const tagged = after.filter(({ _etag }, index) => _etag !== rows[index]?._etag)
  expect(tagged).toHaveLength(200)
})
