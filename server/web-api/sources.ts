import { Hono } from 'hono'
import type { AppEnv } from '../http.ts'
import { readSourceTree } from '../render/source-tree.ts'
import type { Send } from '../services/transport.ts'
import { NO_STORE } from './display.ts'
import { getOnly } from './get-only.ts'
import { callerDataApi } from './render-request.ts'

export interface SourceRoutes {
  /** Reaches the data API. */
  readonly send: Send
}

/** `GET /api/v2/global/sources`: the tree that Source fields choose from. */
export function sourceRoutes({ send }: SourceRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v2/global/sources', async (c) => {
      return c.json(await readSourceTree(callerDataApi(c, send)), 200, NO_STORE)
    })
    .all('/api/v2/global/sources', getOnly)
}
