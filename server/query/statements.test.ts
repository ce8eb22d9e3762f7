import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratedDatabase } from '../db/test-database.ts'
import { openTestService, prepareSmallCatalogue, type TestAnswer, type TestService } from './test-service.ts'

let url: string
let service: TestService
/** Another instance over the same database. */
let other: TestService

beforeAll(async () => {
  url = await migratedDatabase()
  service = await openTestService({ url, prepare: prepareSmallCatalogue })
  other = await openTestService({ url })
})
afterAll(() => service.close())

/** A read of one instance and how many statements it took. */
async function counted(path: string, at = service): Promise<{ answer: TestAnswer; statements: number }> {
  at.statements.length = 0
  const answer = await at.get(path)
  expect([path, answer.status, answer.body.errors]).toEqual([path, 200, undefined])
  return { answer, statements: at.statements.length }
}

const rowCount = ({ body }: TestAnswer): number | undefined => body._meta?._filterRowCount

const READS = [
  '/films/1',
  '/films/999',
  '/films/1?include=makers,studios,tags,studios.studios,makers.films',
  '/lists/1?include=films,films.makers,list_films,list_films.films',
  '/films',
  '/films?pageSize=1&page=3',
  '/films?pageSize=1&page=3&include=makers,studios,studios.studios',
  '/films?page=40&include=tags',
  '/films/1,2,3',
  '/films/3,1?include=makers&sort=-year',
  '/films/1/makers',
  '/films/1/tags',
  '/makers/1/films?sort=-title',
  '/lists/1/films',
  '/lists/1/films?pageSize=1&page=1&include=makers',
  '/films/1/lists',
  '/films?filter=maker[name]_$eq_Ada',
  '/films?filter=studio_$in(1:2)_$or_studio_$notin(3:[parent]1)',
  '/films?filter=tags_$in(1,2)_$and_tags[name]_$sw_l',
  '/films?filter=tags_$isempty_true_$or_tags_$neq_2&title=Night',
  '/films?fields=title,maker,tags,lists[film]',
  '/films?include=makers,tags&fields[makers]=name&fields[tags]=id&fields[films]=year',
  '/films?sort=maker[name],-studio[name],title',
  '/films?sort[films]=-year&sort[tags]=-name&include=tags',
  '/films?ignoreadmfields=true&hideLinks=1',
  '/films?hideMeta=1',
  '/studios?include=studios&parent[name]=North',
] as const

describe('statements', () => {
  it.each(READS)('one for a read, cold and warm: %s', async (path) => {
    const cold = await counted(path)
    const warm = await counted(path)
    expect([cold.statements, warm.statements]).toEqual([1, 1])
    expect(warm.answer).toEqual(cold.answer)
  })

  it('[ERR:FILTER_SYNTAX] [ERR:UNKNOWN_FIELD] [ERR:PARAMETER] none for a request that cannot be read', async () => {
    service.statements.length = 0
    for (const path of [
      '/films?filter=(',
      '/films?nothing=1',
      '/films?page=x',
      '/nothing',
      '/films/1,x',
      '/films?include=duels',
    ]) {
      expect((await service.get(path)).status).toBeGreaterThanOrEqual(400)
    }
    expect(service.statements).toEqual([])
  })

  it('a warm list does not count again, and a deep page shares the count', async () => {
    await counted('/films?filter=year_$gt_1&pageSize=1')
    const deep = await counted('/films?filter=year_$gt_1&pageSize=1&page=2&sort=-year&include=makers')
    expect([deep.statements, rowCount(deep.answer)]).toEqual([1, 3])
    expect(service.statements[0]).not.toContain('count(')
  })
})

describe('a kept count', () => {
  const PATH = '/films?filter=tags_$isempty_true&pageSize=1'
  const create = (at: TestService, title: string) => at.send('POST', '/films', { films: [{ title }] })

  it('[META:_filterRowCount] costs a second statement once after a write, and is right', async () => {
    const before = rowCount((await counted(PATH)).answer) as number
    expect((await create(service, 'One more')).status).toBe(201)
    const after = await counted(PATH)
    expect([after.statements, rowCount(after.answer)]).toEqual([2, before + 1])
    const again = await counted(PATH)
    expect([again.statements, rowCount(again.answer)]).toEqual([1, before + 1])
  })

  it('[META:_filterRowCount] is right at once after a write of another instance', async () => {
    const [here, there] = [rowCount((await counted(PATH)).answer), rowCount((await counted(PATH, other)).answer)]
    expect(here).toBe(there)
    expect((await create(other, 'Elsewhere')).status).toBe(201)
    expect(rowCount((await counted(PATH)).answer)).toBe((here as number) + 1)
    expect((await create(service, 'Here')).status).toBe(201)
    expect(rowCount((await counted(PATH, other)).answer)).toBe((there as number) + 2)
  })

  it('[META:_filterRowCount] notices a write to a related table and to a joining table', async () => {
    const path = '/films?filter=tags[name]_$eq_rare&pageSize=1'
    const byMaker = '/films?maker[name]=Someone&pageSize=1'
    expect(rowCount((await counted(path)).answer)).toBe(0)
    expect(rowCount((await counted(byMaker)).answer)).toBe(0)
    const tag = await other.send('POST', '/tags', { tags: [{ name: 'rare', _links: { 'films[tag]': [1, 3] } }] })
    expect(tag.status).toBe(201)
    expect(rowCount((await counted(path)).answer)).toBe(2)
    const maker = await other.send('PATCH', '/makers/1', { makers: [{ name: 'Someone' }] })
    expect(maker.status).toBe(200)
    expect(rowCount((await counted(byMaker)).answer)).toBe(2)
  })

  it('[META:_filterRowCount] is not recounted for writes to other tables', async () => {
    await counted('/tags?name=calm')
    await create(other, 'Unrelated')
    expect((await counted('/tags?name=calm')).statements).toBe(1)
  })

  it('[META:_filterRowCount] is counted once for all who ask at the same time', async () => {
    const path = '/films?filter=title_$neq_x&pageSize=1'
    await counted(path)
    await create(other, 'Stampede')
    service.statements.length = 0
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.get(path)))
    expect(new Set(answers.map(rowCount)).size).toBe(1)
    expect(service.statements.filter((text) => text.includes('count('))).toHaveLength(1)
  })
})

describe('include', () => {
  it('[Q:include.5] refuses a media type that is related twice', async () => {
    const { status, body } = await service.get('/duels?include=makers')
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ code: 'PARAMETER', source: { parameter: 'include' } }])
    expect((await service.get('/makers?include=duels')).status).toBe(400)
    expect((await service.get('/films?include=makers,makers.duels')).status).toBe(400)
  })
})
