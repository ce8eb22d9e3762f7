import { ACTING_USER } from './acting-user.ts'
import type { Send } from './transport.ts'

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }

/** Hands a request on as it is, but for its credentials: who may call is settled where it came in. */
export async function forwarded(request: Request, send: Send, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { method } = request
  const headers = new Headers(JSON_TYPE)
  for (const name of ['content-type', 'accept', 'x-request-id', 'if-match', ACTING_USER]) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: await request.arrayBuffer() }
  return send(new Request(`${origin}${pathname}${search}`, { method, headers, ...body }))
}
