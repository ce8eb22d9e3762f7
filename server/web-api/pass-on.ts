import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { ACTING_USER, actingAuthor, writeActingUser } from '../services/acting-user.ts'
import { requireSendable } from '../services/sendable.ts'

/** A service that takes requests as they are. */
interface Service {
  readonly forward: (request: Request) => Promise<Response>
}

/**
 * What a service's own routes answer is the service's, wherever it runs; services and administrators may ask anything.
 * The service is told who acts, which another service that passes on says of its own caller.
 *
 * @param refusal what anybody else is told.
 */
export async function passOnTo(c: Context<AppEnv>, service: Service, refusal: string): Promise<Response> {
  const caller = requireCaller(c)
  if (!caller.rights.unrestricted) throw new AppError({ code: 'FORBIDDEN', detail: refusal })
  const { method, url } = c.req.raw
  requireSendable(method)
  const actsFor = writeActingUser(actingAuthor(caller, c.req.header(ACTING_USER)))
  const headers = new Headers({ 'x-request-id': c.get('requestId'), [ACTING_USER]: actsFor })
  for (const name of ['content-type', 'accept', 'if-match']) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: await c.req.arrayBuffer() }
  const answer = await service.forward(new Request(url, { method, headers, ...body }))
  const kept = ['content-type', 'allow', 'cache-control', 'etag', 'retry-after'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return new Response(answer.body, { status: answer.status, headers: Object.fromEntries(kept) })
}
