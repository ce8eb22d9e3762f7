import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { errorResponse } from '../errors.ts'
import type { AppEnv, Caller } from '../http.ts'
import { asAppError } from '../known-error.ts'
import { prepareThings } from '../query/aggregate/test-things.ts'
import { openTestService, type TestService } from '../query/test-service.ts'
import { dataApiRoutes } from './routes.ts'

const ROWS = 700
const THING = {
  ...{ name: 'Thing', number: 1, decimal: null, price: null, day: null, at: null, flag: null, kind: null },
  ...{ picks: [], owner: null, marks: [] },
}

let service: TestService
const failures: unknown[] = []
let app: Hono<AppEnv>
beforeAll(async () => {
  service = await openTestService({ prepare: prepareThings(Array.from({ length: ROWS }, () => THING)) })
  const caller = { kind: 'user', key: 'user:1', userId: 1, rights: UNRESTRICTED } as Caller
  app = new Hono<AppEnv>()
  app.onError((error, c) => errorResponse(asAppError(error), c.req.header('accept') ?? null))
  app.use(async (c, next) => {
    c.set('caller', caller)
    c.set('requestId', 'request-1')
    await next()
  })
  const exportFailed = (error: unknown, requestId: string) => failures.push([requestId, error])
  app.route('/', dataApiRoutes({ ...service.context.dataApi, exportFailed }))
})
afterAll(() => service.close())

const read = (path: string, accept: string, method = 'GET') =>
  app.request(`/api/v1${path}`, { method, headers: { accept } })

async function broken<T>(work: () => Promise<T>): Promise<T> {
  await sql`alter table things rename to gone`.execute(service.context.database.kysely)
  try {
    return await work()
  } finally {
    await sql`alter table gone rename to things`.execute(service.context.database.kysely)
  }
}

describe('an export', () => {
  it('[D11] [G5] is a file with a name, by the Accept header', async () => {
    const csv = await read('/things?fields=name', 'text/csv')
    expect(csv.status).toBe(200)
    expect(Object.fromEntries(csv.headers)).toEqual({
      'content-type': 'text/csv;charset=utf-8;header=present',
      'content-disposition': 'attachment; filename="things.csv"',
      'cache-control': 'private, no-store',
      vary: 'Authorization, Cookie, Accept',
      'x-request-id': 'request-1',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    expect((await csv.text()).split('\r\n')).toHaveLength(ROWS + 2)
    const ndjson = await read('/things?fields=name', 'application/x-ndjson')
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson')
    expect(ndjson.headers.get('content-disposition')).toBe('attachment; filename="things.ndjson"')
    expect((await ndjson.text()).split('\n')).toHaveLength(ROWS + 1)
  })

  it('[D11] [X9] has no columns for relations that its parameters leave out', async () => {
    const csv = await read('/things?limit=1&ignoreadmfields=true&fields=name,marks,owner', 'text/csv')
    expect([csv.status, await csv.text()]).toEqual([200, 'id,name\r\n1,Thing\r\n'])
    expect((await read('/things?limit=1&ignoreadmfields=true', 'text/csv')).status).toBe(200)
    expect((await read('/things?limit=1&ignoreadmfields=true&fields=marks', 'text/csv')).status).toBe(200)
  })

  it('[D11] is no file of a single record, and answers HEAD without reading', async () => {
    expect((await read('/things/1', 'text/csv')).status).toBe(406)
    service.statements.length = 0
    const head = await read('/things', 'text/csv', 'HEAD')
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv;charset=utf-8;header=present',
      '',
    ])
    expect(service.statements).toEqual([])
  })

  it('[D11] [D1] answers what fails from the start as an error', async () => {
    const unknown = await read('/things?x=1', 'text/csv')
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { errors: [{ code: 'UNKNOWN_FIELD' }] }])
    const down = await broken(() => Promise.resolve(read('/things', 'text/csv')))
    expect([down.status, await down.json()]).toMatchObject([500, { errors: [{ code: 'INTERNAL' }] }])
    expect(failures).toEqual([])
  })

  it('[D11] breaks off when it fails later, and tells', async () => {
    const response = await read('/things', 'application/x-ndjson')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).done).toBe(false)
    await broken(() => expect(reader.read()).rejects.toThrow())
    expect(failures).toMatchObject([['request-1', { message: expect.stringContaining('things') }]])
    failures.length = 0
  })

  it('[D11] reads a piece when one is asked for, and none once nobody listens', async () => {
    service.statements.length = 0
    const response = await read('/things', 'application/x-ndjson')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(service.statements).toHaveLength(2)
    await reader.read()
    expect(service.statements).toHaveLength(3)
    const underWay = reader.read()
    await reader.cancel()
    await underWay
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(service.statements.length).toBeLessThanOrEqual(4)
    expect(failures).toEqual([])
  })
})
