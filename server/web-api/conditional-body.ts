import type { Context } from 'hono'
import { matchesTag } from '../data-api/conditional.ts'
import type { AppEnv } from '../http.ts'

/**
 * A body the caller may keep and has to ask about each time; 304 when it has this one already.
 *
 * @param etag with its quotes
 */
export function conditionalBody(c: Context<AppEnv>, body: string, etag: string, contentType: string): Response {
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie, Accept-Language' }
  const condition = c.req.header('if-none-match')
  if (condition !== undefined && matchesTag(condition, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': contentType } })
}
