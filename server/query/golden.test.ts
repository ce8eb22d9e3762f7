import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

/** Reads whose statement and answer are kept in `golden/`: a change of either shows in review. */
const READS = {
  one: '/films/1',
  'one-two-levels': '/films/3?include=makers,studios,studios.studios,tags&hideLinks=1',
  list: '/films?hideLinks=1',
  'list-deep-page': '/films?page=2&pageSize=1&include=makers&sort=-year&hideLinks=1',
  ids: '/films/4,1?fields=title,year&hideLinks=1',
  'sublevel-to-one': '/films/1/makers?hideLinks=1',
  'sublevel-ordered': '/lists/1/films?fields=title&hideMeta=1&hideLinks=1',
  'filter-related':
    '/films?filter=maker[name]_$sw_A_$and_(year_$isempty_true_$or_gross_$gt_10)&fields=title,gross&hideLinks=1',
  'filter-tree': '/films?filter=studio_$in(1:1)_$and_studio_$neq_3&fields=studio&hideMeta=1&hideLinks=1',
  'filter-to-many': '/films?filter=tags_$notin(1,2)&title=Noon&fields=tags&hideLinks=1',
  'sort-related': '/films?sort=maker[name],-title&fields=title&hideMeta=1&hideLinks=1',
  'sparse-included': '/films?include=makers,tags&fields[films]=title&fields[makers]=name&fields[tags]=id&hideLinks=1',
}

/** A line for each part of the statement, so that a difference is one of few lines. */
function laidOut(statement: string): string {
  return statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'\.\d+'/g, "'.<revision>'")
    .replaceAll(/ (from|where|order by|cross join|join|union|limit) /g, '\n  $1 ')
    .replaceAll(/ \((select|with) /g, '\n  ($1 ')
}

it.each(Object.entries(READS))('keeps the statement and the answer of %s', async (name, path) => {
  service.statements.length = 0
  const { status, body } = await service.get(path)
  const json = JSON.stringify(body, null, 2).replaceAll(/"_etag": "(\d+)\.\d+"/g, '"_etag": "$1.<revision>"')
  expect([status, service.statements.length]).toEqual([200, 1])
  const text = `GET /api/v1${path}\n\n${laidOut(service.statements[0] as string)}\n\n${json}\n`
  await expect(text).toMatchFileSnapshot(`./golden/${name}.txt`)
})
