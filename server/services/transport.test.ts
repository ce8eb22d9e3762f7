import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { type Send, transport, withRetry, withTimeout } from './transport.ts'

const app = new Hono()
  .all('/echo', async (c) =>
    c.json({ method: c.req.method, query: c.req.query(), cookie: c.req.header('cookie'), body: await c.req.text() }),
  )
  .get('/slow', (c) => new Promise<Response>((done) => setTimeout(() => done(c.text('at last')), 200)))
  .get('/missing', (c) => c.text('no', 404))

let server: ReturnType<typeof serve>
let address: string
beforeAll(
  () =>
    new Promise<void>((ready) => {
      server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
        address = `http://127.0.0.1:${port}`
        ready()
      })
    }),
)
afterAll(() => new Promise((closed) => server.close(closed)))

const ways: readonly (readonly [string, () => Send])[] = [
  ['in this process', () => transport(app.fetch)],
  ['over HTTP', () => transport(fetch, `${address}/`)],
]
const code = (wanted: string) => expect.objectContaining({ problems: [expect.objectContaining({ code: wanted })] })

describe.each(ways)('a service %s', (_way, open) => {
  it('[G1.e] is sent method, query, headers and body', async () => {
    const request = new Request('http://service.test/echo?a=1&b=%C3%A4', {
      method: 'POST',
      headers: { cookie: 'a=b' },
      body: 'text',
    })
    const response = await open()(request)
    expect(await response.json()).toEqual({ method: 'POST', query: { a: '1', b: 'ä' }, cookie: 'a=b', body: 'text' })
  })

  it('[G1.e] answers with its own status', async () => {
    const response = await open()(new Request('http://service.test/missing'))
    expect([response.status, await response.text()]).toEqual([404, 'no'])
  })

  it('[G1.e] [ERR:DEPENDENCY_DOWN] is given up when it is late, and not when it is not', async () => {
    const slow = new Request('http://service.test/slow?once')
    await expect(withTimeout(open(), 20)(slow)).rejects.toEqual(code('DEPENDENCY_DOWN'))
    const post = new Request('http://service.test/echo', { method: 'POST', body: 'kept' })
    expect(await (await withTimeout(open(), 2000)(post)).json()).toMatchObject({ method: 'POST', body: 'kept' })
  })
})

describe('a service elsewhere', () => {
  const nowhere = transport(fetch, 'http://127.0.0.1:9/base/')

  it('[ERR:DEPENDENCY_DOWN] is down when it cannot be reached', async () => {
    await expect(nowhere(new Request('http://service.test/x'))).rejects.toEqual(code('DEPENDENCY_DOWN'))
  })

  it('[D1] is not told of by its address, which is for the log alone', async () => {
    const error: unknown = await nowhere(new Request('http://service.test/x')).catch((fault: unknown) => fault)
    if (!(error instanceof AppError)) throw new Error('it was reached')
    expect(JSON.stringify(error.problems)).not.toContain('127.0.0.1')
    expect(String(error.cause)).toContain('http://127.0.0.1:9/base cannot be reached')
  })

  it('[G1.b] is asked under the whole of its address', async () => {
    const seen: string[] = []
    const send = transport(async ({ url }) => {
      seen.push(url)
      return new Response()
    }, 'https://cms.example/services/data/')
    await send(new Request('http://service.test/api/v1/movies?a=1'))
    expect(seen).toEqual(['https://cms.example/services/data/api/v1/movies?a=1'])
  })

  it('leaves to its caller what the caller broke off', async () => {
    const abort = new AbortController()
    abort.abort(new Error('not wanted any more'))
    const request = new Request('http://service.test/echo', { signal: abort.signal })
    await expect(transport(fetch, address)(request)).rejects.toThrow('not wanted any more')
  })
})

describe('retries', () => {
  /** Answers with these in turn: a status, or DEPENDENCY_DOWN for 0. */
  function failing(statuses: readonly number[]) {
    const bodies: string[] = []
    const send: Send = async (request) => {
      bodies.push(await request.text())
      const status = statuses[bodies.length - 1] ?? 200
      if (status === 0) throw new AppError({ code: 'DEPENDENCY_DOWN', detail: 'away' })
      return new Response(null, { status })
    }
    return { send, bodies }
  }
  const waits: number[] = []
  const options = { retries: 2, interval: 5000, sleep: async (ms: number) => void waits.push(ms) }
  const get = () => new Request('http://service.test/')

  it('[ERR:DEPENDENCY_DOWN] ask again while the service is down for the moment', async () => {
    const { send, bodies } = failing([0, 503])
    expect((await withRetry(send, options)(get())).status).toBe(200)
    expect([bodies.length, waits]).toEqual([3, [5000, 5000]])
  })

  it('end with the last answer', async () => {
    expect((await withRetry(failing([502, 503, 504]).send, options)(get())).status).toBe(504)
    await expect(withRetry(failing([0, 0, 0]).send, options)(get())).rejects.toEqual(code('DEPENDENCY_DOWN'))
  })

  it('are not made for any other answer', async () => {
    const { send, bodies } = failing([500])
    expect((await withRetry(send, options)(get())).status).toBe(500)
    expect(bodies).toHaveLength(1)
  })

  it('send a request that changes something once, unless it may be repeated', async () => {
    const post = () => new Request('http://service.test/', { method: 'POST', body: 'same' })
    const once = failing([503])
    expect((await withRetry(once.send, options)(post())).status).toBe(503)
    const again = failing([503])
    expect((await withRetry(again.send, { ...options, repeatable: () => true })(post())).status).toBe(200)
    expect([once.bodies, again.bodies]).toEqual([['same'], ['same', 'same']])
  })
})
