import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestAnswer, type TestService } from '../../query/test-service.ts'
import { faults, idsOf } from './test-criteria.ts'

const RETRIES = 5

/** The service elsewhere, as each test has it answer. */
const elsewhere = { asked: 0, answer: (): Response | Promise<Response> => new Response(null, { status: 503 }) }

let service: TestService
let server: ReturnType<typeof serve>
beforeAll(async () => {
  const app = new Hono()
  app.post('/oauth/token', (c) => c.json({ access_token: 'token', expires_in: 3600 }))
  app.get('/contentcriteria/v1/expand/:id', () => {
    elsewhere.asked += 1
    return elsewhere.answer()
  })
  const port = await new Promise<number>((ready) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (address) => ready(address.port))
  })
  service = await openTestService({
    prepare: prepareSmallCatalogue,
    environment: {
      CONTENTCRITERIA_URL: `http://127.0.0.1:${port}`,
      CONTENT_CRITERIA_RETRIES: String(RETRIES),
      CONTENT_CRITERIA_RETRY_MS: '1',
      CONTENT_CRITERIA_TIMEOUT_MS: '100',
      SERVICE_CLIENT_ID: 'renderer',
      SERVICE_CLIENT_SECRET: 'the-secret-of-the-renderer',
      SERVICE_USERNAME: 'robot',
      SERVICE_PASSWORD: 'p',
    },
  })
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await service.close()
})
beforeEach(() => {
  elsewhere.asked = 0
  service.failures.length = 0
})

const ids = { _mediaType: 'films', _ids: [4, 1] }
const told = (answer: TestAnswer): unknown => [answer.status, answer.body.errors?.[0]?.code]
const DOWN = [503, 'DEPENDENCY_DOWN']

describe('content criteria that run elsewhere', () => {
  it('[D10] [G1.b] are asked where they are, once for a query', async () => {
    elsewhere.answer = () => Response.json(ids)
    expect(idsOf(await service.get('/films?contentcriteria=7'), 'films')).toEqual([4, 1])
    expect(elsewhere.asked).toBe(1)
  })

  it('[LIM:content-criteria-client] are asked again as often as is configured, and no more', async () => {
    elsewhere.answer = () => (elsewhere.asked > RETRIES ? Response.json(ids) : new Response(null, { status: 503 }))
    expect(idsOf(await service.get('/films?contentcriteria=7'), 'films')).toEqual([4, 1])
    expect(elsewhere.asked).toBe(RETRIES + 1)
    elsewhere.asked = 0
    elsewhere.answer = () => new Response(null, { status: 503 })
    expect(told(await service.get('/films?contentcriteria=7'))).toEqual(DOWN)
    expect(elsewhere.asked).toBe(RETRIES + 1)
  })

  it('[LIM:content-criteria-client] are given up when they do not answer in time', async () => {
    elsewhere.answer = () => new Promise<Response>(() => undefined)
    expect(told(await service.get('/films?contentcriteria=7'))).toEqual(DOWN)
    expect(elsewhere.asked).toBe(RETRIES + 1)
  })

  it('[ERR:content-criteria-down] [ERR:DEPENDENCY_DOWN] fail the queries that use them and no others', async () => {
    elsewhere.answer = () => new Response(null, { status: 503 })
    const film = { title: 'New', _links: { tags: { _type: 'finder', _href: '', _resultset: 'all' } } }
    const create = (_href: string): Promise<TestAnswer> => {
      const tags = { ...film._links.tags, _href }
      return service.send('POST', '/films', { films: [{ ...film, _links: { tags } }] })
    }
    const aggregate = { _mediaType: 'films', _aggregates: [{ _function: 'count', _as: 'n' }] }
    for (const answer of [
      await service.get('/films?contentcriteria=7'),
      await service.get('/films?filter=id_$in(contentcriteria:7)'),
      await service.get('/films/1,2?contentcriteria=7'),
      await service.send('POST', '/aggregate-data', { ...aggregate, _contentCriteria: 7 }),
      await create('/api/v1/tags?contentcriteria=7'),
    ])
      expect(told(answer)).toEqual(DOWN)
    elsewhere.asked = 0
    expect(idsOf(await service.get('/films?filter=year_$ge_2000'), 'films')).toEqual([2, 4])
    expect((await service.send('POST', '/aggregate-data', aggregate)).status).toBe(200)
    expect((await create('/api/v1/tags?filter=name_$eq_loud')).status).toBe(201)
    const saved = { name: 'saved', mediatype: 'films', filter_expression: 'year_$ge_2000' }
    expect((await service.send('POST', '/content_criteria', { content_criteria: [saved] })).status).toBe(201)
    expect(elsewhere.asked).toBe(0)
  })

  it('[D10] are told of as wrong, and not as down, where they say so', async () => {
    const errors = [{ status: '404', code: 'NOT_FOUND', title: 'Not found', detail: 'there are none' }]
    elsewhere.answer = () => Response.json({ errors }, { status: 404 })
    expect(faults(await service.get('/films?contentcriteria=7'))).toEqual(['PARAMETER contentcriteria'])
    expect(elsewhere.asked).toBe(1)
    elsewhere.answer = () => new Response('<html>', { status: 200 })
    expect(told(await service.get('/films?contentcriteria=7'))).toEqual(DOWN)
  })
})
