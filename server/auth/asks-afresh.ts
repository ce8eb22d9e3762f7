import type { Context } from 'hono'
import type { AppEnv } from '../http.ts'

/** Whether a request wants nothing that is merely believed (RFC 9111, section 5.2.1.4). */
export function asksAfresh(c: Context<AppEnv>): boolean {
  return c.req.header('cache-control')?.toLowerCase().includes('no-cache') === true
}
