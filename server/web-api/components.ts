import { Hono } from 'hono'
import type { AppEnv } from '../http.ts'
import { NO_STORE, type RenderRoutes } from './display.ts'
import { getOnly } from './get-only.ts'
import { renderRequest } from './render-request.ts'

/** Stands for the item on pages without one. */
const NO_ITEM = '-'

/** `GET /api/v2/components/<page_key>/<item_id>/<component_key>`: one component of a page again [R3]. */
export function componentRoutes({ renderer, ...sources }: RenderRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v2/components/:pageKey/:itemId/:componentKey', async (c) => {
      const { pageKey, itemId, componentKey } = c.req.param()
      const request = renderRequest(c, sources, pageKey, itemId === NO_ITEM ? undefined : itemId)
      return c.json(await renderer.component(request, componentKey), 200, NO_STORE)
    })
    .all('/api/v2/components/:pageKey/:itemId/:componentKey', getOnly)
}
