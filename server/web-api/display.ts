import { Hono } from 'hono'
import type { AppEnv } from '../http.ts'
import type { Renderer } from '../render/render-page.ts'
import { getOnly } from './get-only.ts'
import { type RequestSources, renderRequest } from './render-request.ts'

export interface RenderRoutes extends RequestSources {
  readonly renderer: Renderer
}

/** What a page shows is read afresh each time [PR23]. */
export const NO_STORE = { 'cache-control': 'no-store' }

/** `GET /api/v2/display/<page_key>[/<item_id>]` [R1]. */
export function displayRoutes({ renderer, ...sources }: RenderRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v2/display/:pageKey/:itemId?', async (c) => {
      const request = renderRequest(c, sources, c.req.param('pageKey'), c.req.param('itemId'))
      return c.json(await renderer.page(request), 200, NO_STORE)
    })
    .all('/api/v2/display/:pageKey/:itemId?', getOnly)
}
