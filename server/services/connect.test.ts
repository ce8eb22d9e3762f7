import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { reach } from './connect.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A service that answers each request as told, in turn; `null`: never. */
async function service(...answers: readonly (number | null)[]) {
  const came: string[] = []
  server = createServer((request, response) => {
    const status = answers[came.length] ?? null
    came.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => {
      if (status !== null) response.writeHead(status).end('answer')
    })
  })
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`, came }
}

const DOWN = { problems: [{ code: 'DEPENDENCY_DOWN' }], headers: { 'retry-after': '2' } }
const get = () => new Request('http://any.invalid/path?x=1')
const post = () => new Request('http://any.invalid/path', { method: 'POST', body: 'x' })

test('[G1.b] what only reads is sent once more when a service is down for the moment, what writes is not', async () => {
  const reading = await service(503, 200)
  expect((await reach(reading.url, { timeoutMs: 5000 })(get())).status).toBe(200)
  expect(reading.came).toEqual(['GET /base/path?x=1', 'GET /base/path?x=1'])
  server?.close()
  const writing = await service(503, 200)
  expect((await reach(writing.url, { timeoutMs: 5000 })(post())).status).toBe(503)
  expect(writing.came).toEqual(['POST /base/path'])
})

test('[G1.b] [ERR:DEPENDENCY_DOWN] a service that does not answer is waited for so long and no longer', async () => {
  const { url, came } = await service(null, null)
  const start = performance.now()
  await expect(reach(url, { timeoutMs: 300 })(get())).rejects.toMatchObject(DOWN)
  expect(performance.now() - start).toBeLessThan(2000)
  expect(came).toHaveLength(1)
})

test('[G1.b] [ERR:DEPENDENCY_DOWN] a service that is not there is down', async () => {
  const { url } = await service()
  server?.close()
  await expect(reach(url, { timeoutMs: 5000 })(post())).rejects.toMatchObject(DOWN)
})

test('[G1.b] [F1] a body that takes its time is not cut off', async () => {
  const { url } = await service(200)
  const slow = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      controller.enqueue(new TextEncoder().encode('x'))
      controller.close()
    },
  })
  const init = { method: 'POST', body: slow, duplex: 'half' } as RequestInit
  const send = reach(url, { timeoutMs: 200, unbounded: ({ method }) => method === 'POST' })
  expect((await send(new Request('http://any.invalid/upload', init))).status).toBe(200)
})
