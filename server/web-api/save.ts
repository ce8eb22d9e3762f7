import { type Context, Hono } from 'hono'
import { parseToPassOn } from '../../shared/exact-json.ts'
import { jsonText } from '../data-api/json-body.ts'
import { AppError, notAllowed } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { PageSaver } from '../render/save/save-page.ts'
import { parseJson } from '../write/body.ts'
import { NO_STORE } from './display.ts'
import { type RequestSources, renderRequest } from './render-request.ts'

export interface SaveRoutes extends RequestSources {
  readonly save: PageSaver
}

/** `POST /api/v2/save/<page_key>/<item_id|new>`: the dirty components of a page in one transaction [R2]. */
export function saveRoutes({ save, ...sources }: SaveRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/api/v2/save/:pageKey/:itemId', async (c) => {
      const { pageKey, itemId } = c.req.param()
      const request = renderRequest(c, sources, pageKey, itemId)
      const options = { confirmLoss: lossConfirmed(c), idempotencyKey: c.req.header('idempotency-key') }
      const page = await save(request, parsed(await jsonText(c)), options)
      return page === null ? c.body(null, 204, NO_STORE) : c.json(page, 200, NO_STORE)
    })
    .all('/api/v2/save/:pageKey/:itemId', () => notAllowed('POST'))
}

/** @throws {AppError} BODY_SYNTAX. */
function parsed(text: string): unknown {
  parseJson(text)
  return parseToPassOn(text)
}

function lossConfirmed(c: Context<AppEnv>): boolean {
  const given = c.req.query('confirmLoss')
  if (given === undefined || given === 'false') return false
  if (given === 'true') return true
  throw new AppError({ code: 'PARAMETER', parameter: 'confirmLoss', detail: 'expected true or false' })
}
