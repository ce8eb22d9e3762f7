import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebSource, type WebSource } from '../../../../e2e/harness/web-source.ts'
import { AppError } from '../../../errors.ts'
import { serverNetwork } from '../../../runtime/server-network.ts'
import { parseAllowedHosts } from './allowed-hosts.ts'
import { createOutsideHosts, type OutsideHosts, type OutsideLimits } from './outside-hosts.ts'
import type { OutsideNetwork } from './outside-network.ts'

let web: WebSource

beforeAll(async () => {
  web = await startWebSource((request, response) => {
    const [, what = '', ...rest] = (request.url ?? '').split('/')
    const argument = decodeURIComponent(rest.join('/'))
    if (what === 'redirect') response.writeHead(302, { location: argument }).end()
    else if (what === 'loop') response.writeHead(307, { location: `/loop/${Number(argument) - 1}` }).end()
    else if (what === 'many' && argument !== '0') {
      response.writeHead(301, { location: `/many/${Number(argument) - 1}` }).end()
    } else if (what === 'endless') pour(response)
    else if (what === 'stalls') response.writeHead(200, { 'content-length': '10' }).write('12345')
    else if (what === 'breaks') {
      response.writeHead(200, { 'content-length': '10' }).write('12345', () => response.destroy())
    } else if (what === 'drips') drip(response)
    else if (what !== 'silent') response.end('the file')
  })
})

afterAll(() => web.stop())

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  if (!response.destroyed) response.once('drain', () => pour(response))
}

function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write('.'), 20)
  response.once('close', () => clearInterval(dripping))
}

function outside(
  allowed: string = '127.0.0.1',
  limits: Partial<OutsideLimits> = {},
  network: OutsideNetwork = serverNetwork,
): OutsideHosts {
  const hosts = parseAllowedHosts(allowed)
  if (hosts === null) throw new Error(`cannot read ${allowed}`)
  return createOutsideHosts(network, hosts, { maxBytes: 1_000_000, wholeMs: 10_000, ...limits })
}

const get = (path: string, hosts = outside(), headers = {}): Promise<string> =>
  hosts.follow(new URL(path, web.url), headers, '/x/0/_url').then((response) => response.text())

async function fault(work: Promise<unknown>, code = 'VALIDATION'): Promise<string> {
  const error = await work.then(
    () => expect.fail('expected an error'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw error
  expect(error.problems).toEqual([{ code, pointer: '/x/0/_url', detail: expect.any(String) }])
  return error.message
}

describe('fetching from outside', () => {
  it('[F3] reads what an allowed host has', async () => {
    expect(await get('/file')).toBe('the file')
  })

  it('[F3] refuses what is inside', async () => {
    const before = web.requests.length
    expect(await fault(get('/file', outside('')))).toMatch('127.0.0.1 is not public')
    expect(await fault(get('/file', outside('10.0.0.0/8')))).toMatch('is not public')
    expect(web.requests).toHaveLength(before)
  })

  it('[F3] connects to the address that was checked, whatever the name stands for a moment later', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolve = async (): Promise<readonly string[]> => answers.shift() ?? []
    const hosts = outside(`127.0.0.1:${web.port}`, {}, { ...serverNetwork, resolve })
    const url = new URL(`http://rebinding.example:${web.port}/file`)
    expect(await (await hosts.follow(url, {}, '/x/0/_url')).text()).toBe('the file')
    expect(web.requests.at(-1)?.host).toBe(`rebinding.example:${web.port}`)
    expect(await fault(hosts.follow(url, {}, '/x/0/_url'))).toMatch('rebinding.example is not public')
  })

  it.each(['http://10.0.0.1/', 'http://[::1]:1/', 'http://localhost:1/', 'http://2130706434/', 'http://printer/'])(
    '[F3] refuses a redirect to %s',
    async (location) => {
      expect(await fault(get(`/redirect/${encodeURIComponent(location)}`))).toMatch('is not public')
    },
  )

  it.each(['file:///etc/passwd', 'ftp://8.8.8.8/x', 'data:,x', 'gopher://8.8.8.8'])(
    '[F3] refuses a redirect to %s',
    async (location) => {
      const message = await fault(get(`/redirect/${encodeURIComponent(location)}`))
      expect(message).toBe('expected an address that begins with http:// or https://')
    },
  )

  it('[F3.a] follows five redirects, not more', async () => {
    expect(await get('/many/5')).toBe('the file')
    expect(await fault(get('/many/6'))).toBe('expected at most 5 redirects')
    expect(await fault(get('/loop/1'))).toBe('expected at most 5 redirects')
    expect(await fault(get(`/redirect/${encodeURIComponent('http://')}`))).toMatch('cannot be read')
  })

  it('[F2.c] shows credentials to the origin they were given for alone', async () => {
    const other = await startWebSource((_, response) => void response.end('elsewhere'))
    const headers = { authorization: 'Basic c2VjcmV0' }
    expect(await get('/many/1', outside(), headers)).toBe('the file')
    expect(web.requests.slice(-2).map(({ authorization }) => authorization)).toEqual([
      headers.authorization,
      headers.authorization,
    ])
    expect(await get(`/redirect/${encodeURIComponent(`${other.url}/a`)}`, outside(), headers)).toBe('elsewhere')
    expect(other.requests).toEqual([expect.objectContaining({ path: '/a', authorization: undefined })])
    await other.stop()
  })

  it('[F3] does not follow to an address with a user in it', async () => {
    const to = `/redirect/${encodeURIComponent(web.url.replace('//', '//u:secret@'))}`
    expect(await fault(get(to))).toBe('it leads to an address with a user in it')
  })

  it('[F3.a] bounds sizes', async () => {
    expect(await fault(get('/endless'), 'TOO_LARGE')).toBe('the file has more than 1000000 bytes')
    expect(await get('/file', outside('127.0.0.1', { maxBytes: 8 }))).toBe('the file')
    const few = outside('127.0.0.1', { maxBytes: 7 })
    expect(await fault(get('/file', few), 'TOO_LARGE')).toBe('the file has more than 7 bytes')
  })

  it('[F3.a] bounds times', async () => {
    const host = '127.0.0.1'
    expect(await fault(get('/silent', outside(host, { answerMs: 50 })))).toBe(`the host ${host} did not answer in time`)
    expect(await fault(get('/stalls', outside(host, { idleMs: 50 })))).toBe('nothing came for 0.05 seconds')
    expect(await fault(get('/drips', outside(host, { wholeMs: 100 })))).toBe('the file takes too long to come')
  })

  it('[F3.a] takes a body that breaks off for none', async () => {
    expect(await fault(get('/breaks'))).toBe('the connection broke off before the end of the file')
  })

  it('[F3] says that nobody is there', async () => {
    const gone = await startWebSource(() => undefined)
    await gone.stop()
    expect(await fault(get(gone.url))).toBe('the host 127.0.0.1 cannot be reached')
  })

  it('[F3] leaves redirects of one exchange to the caller', async () => {
    const response = await outside().fetch(new Request(`${web.url}/many/1`), '/x/0/_url')
    expect([response.status, response.headers.get('location')]).toEqual([301, '/many/0'])
    const posted = new Request(`${web.url}/file`, { method: 'POST', body: 'x' })
    expect(await (await outside().fetch(posted, '/x/0/_url')).text()).toBe('the file')
  })
})
