import type { Context } from 'hono'
import type { AppEnv } from '../http.ts'

/**
 * The header by which a process of ours asks another one to take nothing from what it merely believes. It is no
 * `Cache-Control: no-cache`, which browsers and libraries send along with every condition.
 */
export const AFRESH = 'x-marquee-afresh'

export function asksAfresh(c: Context<AppEnv>): boolean {
  return c.req.header(AFRESH) !== undefined
}
