import { serve } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorObject } from '../../../shared/envelope.ts'
import { dataApiClient } from '../../data-api/client.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../../query/test-service.ts'
import { keptLog } from '../history/test-history.ts'
import { type Send, transport } from '../transport.ts'
import { unrestrictedDataApi } from '../unrestricted-data-api.ts'
import { contentCriteriaApp } from './app.ts'
import { contentCriteriaClient } from './client.ts'
import { addCriteria, type CriteriaRecord, criteriaId, faults } from './test-criteria.ts'

const HIGHLIGHTS = 3

let service: TestService
let send: Readonly<Record<string, Send>>
let server: ReturnType<typeof serve>
const { log, lines } = keptLog()
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  const read = transport(unrestrictedDataApi(service.context.dataApi, log))
  const dataApi = (requestId: string) => dataApiClient(read, { origin: 'http://data.test', requestId })
  const app = contentCriteriaApp({ dataApi, highlightLimit: HIGHLIGHTS, log })
  await new Promise<void>((ready) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      send = { 'in this process': transport(app.fetch), 'over HTTP': transport(fetch, `http://127.0.0.1:${port}`) }
      ready()
    })
  })
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await service.close()
})
afterEach(() => expect(lines).toEqual([]))

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly _mediaType?: string
    readonly _ids?: readonly number[]
    readonly errors?: readonly ErrorObject[]
  }
}

describe.each(['in this process', 'over HTTP'])('[G1.e] content criteria %s', (way) => {
  async function ask(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const headers = { 'content-type': type }
    const request = new Request(`http://criteria.test/contentcriteria/v1${path}`, { method, headers, ...sent })
    const response = await (send[way] as Send)(request)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }
  const expand = (body: unknown): Promise<Answer> => ask('POST', '/expand', body)
  const add = (record: CriteriaRecord): Promise<number> => criteriaId(service, record)
  const faultsOf = ({ body }: Answer) =>
    body.errors?.map(({ code, source }) => [code, source?.pointer].filter((part) => part !== undefined).join(' '))

  it('[SVC:content-criteria] expands saved criteria into ids, whoever may see the records', async () => {
    const id = await add({
      filter_expression: 'year_$ge_1990',
      sort_expression: '-title',
      highlights: [3],
      max_records: 3,
    })
    const answer = await ask('GET', `/expand/${id}`)
    expect([answer.status, answer.body]).toEqual([200, { _mediaType: 'films', _ids: [3, 2, 4] }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('[SVC:content-criteria] expands an expression that nobody saved', async () => {
    expect((await expand({ _mediaType: 'films' })).body).toEqual({ _mediaType: 'films', _ids: [1, 2, 3, 4] })
    const whole = {
      _mediaType: 'films',
      _filter: 'maker[name]_$eq_Ada',
      _sort: '-id',
      _limit: 2,
      _highlights: [4, 4, 9],
    }
    expect((await expand(whole)).body).toEqual({ _mediaType: 'films', _ids: [4, 3] })
    const nothing = { _mediaType: 'films', _filter: null, _sort: '', _limit: null, _highlights: null }
    expect((await expand(nothing)).body._ids).toEqual([1, 2, 3, 4])
  })

  it('[SVC:content-criteria] expands criteria that use others', async () => {
    const inner = await add({ mediatype: 'makers', filter_expression: 'name_$eq_Ada' })
    const middle = await add({ filter_expression: `maker_$in(contentcriteria:${inner})` })
    const filter = `id_$notin(contentcriteria:${middle})`
    const outer = await add({ filter_expression: filter, sort_expression: '-id' })
    expect((await ask('GET', `/expand/${outer}`)).body._ids).toEqual([4, 2])
    expect((await expand({ _mediaType: 'films', _filter: filter })).body._ids).toEqual([2, 4])
  })

  it('[SVC:content-criteria] finds criteria that came to use themselves, and tells of them', async () => {
    const [one, two, three] = [await add({}), await add({}), await add({})]
    const { kysely } = service.context.database
    for (const [id, used] of [
      [one, two],
      [two, three],
      [three, one],
    ] as const) {
      const filter_expression = `id_$in(contentcriteria:${used})`
      await kysely.updateTable('content_criteria').set({ filter_expression }).where('id', '=', id).execute()
    }
    for (const answer of [
      await ask('GET', `/expand/${one}`),
      await expand({ _mediaType: 'films', _filter: `id_$in(contentcriteria:${one})` }),
    ]) {
      expect([answer.status, faultsOf(answer)]).toEqual([422, ['VALIDATION /_filter']])
      expect(answer.body.errors?.[0]?.detail).toContain(`${one} uses ${two} uses ${three} uses ${one}`)
    }
  })

  it('[SVC:content-criteria] refuses criteria that use one another in too many ways', async () => {
    let [one, other] = [
      await add({ filter_expression: 'year_$ge_1990' }),
      await add({ filter_expression: 'year_$ge_1' }),
    ]
    const both = () => `id_$in(contentcriteria:${one})_$and_id_$in(contentcriteria:${other})`
    for (let level = 1; level <= 5; level += 1) {
      // each level sets off twice as many expansions: 62 at the last but one
      if (level === 5) expect((await expand({ _mediaType: 'films', _filter: both() })).body._ids).toEqual([1, 2, 4])
      const filter_expression = both()
      ;[one, other] = await Promise.all([add({ filter_expression }), add({ filter_expression })])
    }
    const answer = await expand({ _mediaType: 'films', _filter: both() })
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['VALIDATION /_filter']])
    expect(faults(await addCriteria(service, { filter_expression: both() }))).toEqual([
      'VALIDATION /content_criteria/0/filter_expression',
    ])
  })

  it('[SVC:content-criteria] tells what is wrong with an expression, and where', async () => {
    for (const [body, faults] of [
      [{ _mediaType: 'films', _filter: 'year_$ge' }, ['VALIDATION /_filter']],
      [{ _mediaType: 'films', _filter: 'nothing_$eq_1' }, ['VALIDATION /_filter']],
      [{ _mediaType: 'films', _filter: 'id_$in(contentcriteria:999999)' }, ['VALIDATION /_filter']],
      [{ _mediaType: 'films', _sort: 'nothing' }, ['VALIDATION /_sort']],
      [{ _mediaType: 'films', _sort: 'a b' }, ['VALIDATION /_sort']],
      [{ _mediaType: 'nothing' }, ['VALIDATION /_mediaType']],
      [{ _mediaType: '../users' }, ['VALIDATION /_mediaType']],
      [
        { _filter: 'x'.repeat(10_001), _limit: -1, _highlights: [1.5], other: 1 },
        [
          'VALIDATION /other',
          'VALIDATION /_mediaType',
          'VALIDATION /_limit',
          'VALIDATION /_filter',
          'VALIDATION /_highlights',
        ],
      ],
      [[], ['VALIDATION ']],
      ['{', ['BODY_SYNTAX ']],
    ] as const) {
      const answer = await expand(body)
      expect([body, answer.status, faultsOf(answer)]).toEqual([body, typeof body === 'string' ? 400 : 422, faults])
    }
    expect((await expand({ _mediaType: 'films', _filter: 'year_$ge_1_$and' })).body.errors?.[0]?.meta).toMatchObject({
      position: expect.any(Number),
    })
    expect((await ask('POST', '/expand', '{}', 'text/plain')).status).toBe(415)
  })

  it('[LIM:content-criteria-highlight] takes as many highlights as are configured', async () => {
    const body = { _mediaType: 'films', _highlights: [4, 3, 2] }
    expect((await expand(body)).body._ids).toEqual([4, 3, 2, 1])
    expect(faultsOf(await expand({ ...body, _highlights: [4, 3, 2, 1] }))).toEqual(['VALIDATION /_highlights'])
  })

  it('[SVC:content-criteria] knows its addresses and their methods', async () => {
    expect((await ask('GET', '/health')).body).toEqual({ status: 'up' })
    for (const [method, path, status] of [
      ['GET', '/expand/999999', 404],
      ['GET', '/expand/x', 404],
      ['GET', '/nothing', 404],
      ['DELETE', '/expand/1', 405],
      ['PUT', '/expand', 405],
      ['POST', '/health', 405],
    ] as const) {
      expect([method, path, (await ask(method, path)).status]).toEqual([method, path, status])
    }
  })

  it('[D10] is asked by a client that never rejects', async () => {
    const client = contentCriteriaClient(send[way] as Send)
    const id = await add({ filter_expression: 'year_$eq_1990' })
    const expanded = await client.expand([id, 999_999])
    expect(expanded.get(id)).toEqual({ mediaType: 'films', ids: [1] })
    expect(expanded.get(999_999)).toEqual({ unusable: 'there are no content criteria with id 999999' })
    await client.check()
  })
})
