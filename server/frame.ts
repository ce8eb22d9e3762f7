import type { Context, MiddlewareHandler } from 'hono'
import { type AppEnv, frameHeaders } from './http.ts'
import type { Log } from './log.ts'

const SANE_ID = /^[A-Za-z0-9._-]{1,128}$/

/**
 * What every request and response has, whatever handles it [G5]: a request id (the caller's when it is sane), headers
 * that bind browsers, and one line in the access log. Of the URL only the path is logged: queries may hold secrets.
 */
export function requestFrame(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now()
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && SANE_ID.test(given) ? given : crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('caller', null)
    await next()
    if (!c.get('framed')) setHeaders(c, requestId)
    log.info('request', {
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      caller: c.get('caller')?.key,
    })
  }
}

function setHeaders(c: Context<AppEnv>, requestId: string): void {
  try {
    const { headers } = c.res
    for (const [name, value] of Object.entries(frameHeaders(requestId))) headers.set(name, value)
  } catch (error) {
    // a response passed on from fetch cannot be changed, a copy can
    if (!(error instanceof TypeError)) throw error
    c.res = new Response(c.res.body, c.res)
    setHeaders(c, requestId)
  }
}
