import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asker, mayAsk } from './ask.ts'
import { startTestServer, type TestServer } from './test-issuer.ts'

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/json': (response) => response.end('{"a":1}'),
  '/text': (response) => response.end('<html>'),
  '/slow': () => undefined,
  '/trickle': (response) => response.write('{'),
  '/large': (response) => response.end(`"${'x'.repeat(1_048_576)}"`),
  '/away': (response) => response.writeHead(302, { location: '/json' }).end(),
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(({ url }, response) => ANSWERS[url ?? '']?.(response))
})
afterAll(() => server.close())

describe('[A6] what is asked of a provider', () => {
  const ask = (path: string) => asker(server.url, 0.3)(`${server.url}${path}`)

  it('is answered by JSON, or by nothing', async () => {
    expect(await ask('/json')).toEqual({ status: 200, body: { a: 1 } })
    expect(await ask('/text')).toEqual({ status: 200, body: undefined })
    expect(await ask('/away')).toEqual({ status: 302, body: undefined })
  })

  it.each([
    ['/slow', 'unavailable'],
    ['/trickle', 'unavailable'],
    ['/large', 'failed'],
  ])('has limits of time and size: %s', async (path, problem) => {
    await expect(ask(path)).rejects.toMatchObject({ name: 'ProviderFault', problem })
  })

  it('goes out encrypted, but for a provider on this machine', async () => {
    expect(mayAsk('https://id.acme.example/token', 'https://acme.example')).toBe(true)
    expect(mayAsk('http://id.acme.example/token', 'https://acme.example')).toBe(false)
    expect(mayAsk('http://127.0.0.1/token', 'https://acme.example')).toBe(false)
    expect(mayAsk('http://127.0.0.1/token', 'http://localhost:9000')).toBe(true)
    for (const address of ['nothing', 'ftp://acme.example', 'https://a:b@acme.example', 'data:,']) {
      expect(mayAsk(address, 'http://localhost')).toBe(false)
    }
    await expect(asker('https://acme.example')(server.url)).rejects.toMatchObject({ problem: 'failed' })
  })
})
