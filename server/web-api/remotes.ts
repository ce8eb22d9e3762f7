import { Hono } from 'hono'
import type { RemoteBundle } from '../../shared/remotes.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { NO_STORE } from './display.ts'
import { getOnly } from './get-only.ts'

/** `GET /api/v2/remotes`: the customers' bundles, in the order in which they are searched [R5]. */
export function remoteRoutes(remotes: () => readonly RemoteBundle[]): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v2/remotes', (c) => {
      requireCaller(c)
      return c.json(remotes(), 200, NO_STORE)
    })
    .all('/api/v2/remotes', getOnly)
}
