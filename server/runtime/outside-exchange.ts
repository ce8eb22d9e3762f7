import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What a name stands for, as the system says. */
export async function resolveHost(name: string): Promise<readonly string[]> {
  try {
    // one of them is connected to: IPv4 is what every network has
    const found = await lookup(name, { all: true, order: 'ipv4first' })
    return found.map(({ address }) => address)
  } catch {
    return []
  }
}

/** Sends a request to one address, whatever its name stands for. */
export function exchangeAt(request: Request, address: string | null): Promise<Response> {
  const url = new URL(request.url)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const { signal } = request
  return new Promise((resolve, reject) => {
    const sending = (url.protocol === 'https:' ? https : http).request({
      host: address ?? host,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      // certificates are made out to the name
      ...(isIP(host) === 0 ? { servername: host } : {}),
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(request.headers), host: url.host },
      agent: false,
    })
    const stop = (): void => void sending.destroy(new Error('aborted'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    sending.once('error', reject)
    sending.once('close', () => signal.removeEventListener('abort', stop))
    sending.once('response', (answer) => {
      try {
        resolve(responseOf(answer))
      } catch (error) {
        answer.destroy()
        reject(error)
      }
    })
    if (request.body === null) sending.end()
    else pipeline(Readable.fromWeb(request.body as never), sending).catch(reject)
  })
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    headers.append(answer.rawHeaders[at] as string, answer.rawHeaders[at + 1] as string)
  }
  const status = answer.statusCode ?? 0
  const bodiless = status === 204 || status === 205 || status === 304
  if (bodiless) answer.resume()
  return new Response(bodiless ? null : bodyOf(answer), { status, headers })
}

/** Reads on only when asked to, and ends the connection when nobody wants more. */
export function bodyOf(stream: Readable): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]()
  // an error that comes before it is read for is found by the next read
  stream.on('error', () => undefined)
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value as Buffer))
      },
      cancel: () => void stream.destroy(),
    },
    { highWaterMark: 0 },
  )
}
