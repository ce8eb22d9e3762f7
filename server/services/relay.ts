import { AFRESH } from '../auth/asks-afresh.ts'
import { requireSendable } from './sendable.ts'
import type { Send } from './transport.ts'

/** What a request that is passed on says of where it came in. */
export interface RelayedFrom {
  readonly requestId: string
  /** The origin that the caller asked. */
  readonly origin: string
  /** Where the caller is; null: nobody knows. */
  readonly address: string | null
}

/** Headers of one connection (RFC 9110, section 7.6.1), and what the one who passes on says anew. */
const OF_REQUEST = ['accept-encoding', AFRESH, 'expect', 'forwarded', 'host', 'x-forwarded-port', 'x-real-ip']
const OF_CONNECTION = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]

/** Passes a request on whole, its credentials and its body included, and gives the answer as it comes. */
export async function relayed(request: Request, send: Send, from: RelayedFrom): Promise<Response> {
  const { method, body, signal } = request
  requireSendable(method)
  const { origin, host, protocol } = new URL(from.origin)
  const { pathname, search } = new URL(request.url)
  const headers = without(request.headers, [...OF_CONNECTION, ...OF_REQUEST])
  headers.set('x-request-id', from.requestId)
  // what is encoded on the way would have to be told apart from what is encoded at its source
  headers.set('accept-encoding', 'identity')
  headers.set('x-forwarded-proto', protocol.slice(0, -1))
  headers.set('x-forwarded-host', host)
  if (from.address === null) headers.delete('x-forwarded-for')
  else headers.set('x-forwarded-for', from.address)
  const streamed = body === null || method === 'GET' || method === 'HEAD' ? {} : { body, duplex: 'half' }
  const init = { method, headers, redirect: 'manual', signal, ...streamed } as RequestInit
  return ours(await send(new Request(`${origin}${pathname}${search}`, init)))
}

function ours({ status, headers, body }: Response): Response {
  const kept = without(headers, OF_CONNECTION)
  // fetch decoded it
  if (kept.has('content-encoding')) {
    kept.delete('content-encoding')
    kept.delete('content-length')
  }
  return new Response(body, { status, headers: kept })
}

function without(headers: Headers, names: readonly string[]): Headers {
  const kept = new Headers(headers)
  const named = headers.get('connection')?.split(',') ?? []
  for (const name of [...names, ...named.map((text) => text.trim())]) if (isName(name)) kept.delete(name)
  return kept
}

function isName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(text)
}
