import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeAt, resolveHost } from './outside-exchange.ts'

const known = getCACertificates('default')
let server: Server
let certificate: string

beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'files.example' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'files.example' }] }],
  })
  certificate = made.cert
  server = createServer({ key: made.private, cert: made.cert }, (request, response) => {
    if (request.url === '/none') response.writeHead(204).end()
    else request.pipe(response.writeHead(200, { 'x-host': request.headers.host }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  setDefaultCACertificates(known)
  await new Promise((resolve) => server.close(resolve))
})

const send = (host: string, path = '/', init: RequestInit = {}): Promise<Response> => {
  const { port } = server.address() as AddressInfo
  return exchangeAt(new Request(`https://${host}:${port}${path}`, init), '127.0.0.1')
}

describe('one exchange at a given address', () => {
  it('[F3] trusts the certificate of the name, not of the address or any other', async () => {
    await expect(send('files.example')).rejects.toThrow(/self-signed/)
    setDefaultCACertificates([...known, certificate])
    const response = await send('files.example', '/', { method: 'POST', body: 'sent' })
    expect([response.status, await response.text()]).toEqual([200, 'sent'])
    expect(response.headers.get('x-host')).toMatch(/^files\.example:\d+$/)
    await expect(send('other.example')).rejects.toThrow(/altnames/)
    await expect(send('127.0.0.1')).rejects.toThrow(/altnames|IP/)
    expect((await send('files.example', '/none')).body).toBeNull()
  })

  it('[F3.a] ends when its sender gives it up', async () => {
    const giving = new AbortController()
    const body = new ReadableStream({ pull: () => giving.abort() })
    const init = { method: 'POST', body, duplex: 'half', signal: giving.signal } as RequestInit
    await expect(send('files.example', '/', init)).rejects.toThrow('aborted')
  })

  it('[F3] knows the addresses of a name, none of one that is not there', async () => {
    expect(await resolveHost('127.0.0.1')).toEqual(['127.0.0.1'])
    expect(await resolveHost('nothing.invalid')).toEqual([])
  })
})
