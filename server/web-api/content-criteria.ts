import { Hono } from 'hono'
import type { AppEnv } from '../http.ts'
import type { ContentCriteriaClient } from '../services/content-criteria/client.ts'
import { passOnTo } from './pass-on.ts'

/** The content-criteria service's own routes (docs/content-criteria.md): they tell of records without anyone's rights. */
export function contentCriteriaRoutes(client: Pick<ContentCriteriaClient, 'forward'>): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/contentcriteria/v1/*', (c) =>
    passOnTo(c, client, 'content criteria are expanded for services and administrators'),
  )
}
