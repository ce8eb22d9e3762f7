import { expect, test } from 'vitest'
import { relayed } from './relay.ts'
import type { Send } from './transport.ts'

const FROM = { requestId: 'r-1', origin: 'https://cms.example', address: '192.0.2.7' }

/** What arrives of a request at the other end. */
async function arriving(request: Request, from = FROM): Promise<Request> {
  let arrived: Request | undefined
  const send: Send = async (sent) => {
    arrived = sent
    return new Response('ok')
  }
  await relayed(request, send, from)
  return arrived as Request
}

test('[G1.b] [G5] a request is passed on with its path, body and headers, and where it came in', async () => {
  const sent = await arriving(
    new Request('http://10.0.0.1/oauth/token?a=%20b', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: 'Bearer x', cookie: 'a=b', 'x-request-id': 'odd' },
      body: 'the body',
    }),
  )
  expect([sent.method, new URL(sent.url).pathname + new URL(sent.url).search]).toEqual(['POST', '/oauth/token?a=%20b'])
  expect(await sent.text()).toBe('the body')
  expect(Object.fromEntries(sent.headers)).toEqual({
    ...{ 'content-type': 'text/plain', authorization: 'Bearer x', cookie: 'a=b', 'x-request-id': 'r-1' },
    ...{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cms.example', 'x-forwarded-for': '192.0.2.7' },
    'accept-encoding': 'identity',
  })
  // a redirect is the caller's to follow
  expect(sent.redirect).toBe('manual')
})

test('[G1.b] nobody outside says where a request came in, and headers of one connection stay on it', async () => {
  const forged = {
    ...{ 'x-forwarded-for': '1.1.1.1', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    ...{ forwarded: 'for=1.1.1.1', 'x-real-ip': '1.1.1.1', 'x-forwarded-port': '1', 'accept-encoding': 'gzip' },
    'x-marquee-afresh': '1',
    ...{ connection: 'keep-alive, X-Own, ???', 'keep-alive': '5', te: 'trailers', upgrade: 'h2c', 'x-own': 'y' },
    accept: 'text/html',
  }
  const request = { url: 'http://10.0.0.1/', method: 'GET', body: null, headers: new Headers(forged) }
  const sent = await arriving(request as unknown as Request, { ...FROM, address: null as unknown as string })
  expect(Object.fromEntries(sent.headers)).toEqual({
    ...{ accept: 'text/html', 'accept-encoding': 'identity', 'x-request-id': 'r-1' },
    ...{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cms.example' },
  })
})

test('[G1.b] an answer comes as it is, each of its cookies too, but for what is of one connection', async () => {
  const headers = new Headers({ 'content-type': 'text/plain', 'content-encoding': 'gzip', 'content-length': '3' })
  for (const cookie of ['a=1; Path=/', 'b=2']) headers.append('set-cookie', cookie)
  headers.set('keep-alive', '5')
  headers.set('location', '/login')
  const answer = await relayed(
    new Request('http://10.0.0.1/'),
    async () => new Response('decoded', { status: 302, headers }),
    FROM,
  )
  expect([answer.status, await answer.text()]).toEqual([302, 'decoded'])
  expect([...answer.headers]).toEqual([
    ['content-type', 'text/plain'],
    ['location', '/login'],
    ['set-cookie', 'a=1; Path=/'],
    ['set-cookie', 'b=2'],
  ])
  for (const status of [204, 304]) {
    const empty = await relayed(new Request('http://10.0.0.1/'), async () => new Response(null, { status }), FROM)
    expect([empty.status, empty.body]).toEqual([status, null])
  }
})

test('[G1.b] a method that cannot be passed on is refused', async () => {
  const trace = Object.defineProperty(new Request('http://10.0.0.1/oauth/token'), 'method', { value: 'TRACE' })
  await expect(arriving(trace)).rejects.toMatchObject({ problems: [{ code: 'METHOD_NOT_ALLOWED' }] })
})
