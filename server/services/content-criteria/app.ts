import { type Context, Hono } from 'hono'
import type { DataApiClient } from '../../data-api/client.ts'
import { jsonBody } from '../../data-api/json-body.ts'
import { AppError, errorResponse, notAllowed } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import { asAppError } from '../../known-error.ts'
import type { Log } from '../../log.ts'
import { CRITERIA_TYPE, type Expansion } from '../../query/content-criteria.ts'
import { readExpression } from './body.ts'
import { expandSaved, expandUnsaved } from './expand.ts'

export interface ContentCriteriaOptions {
  /** The data API without restriction, for the request of this id. */
  readonly dataApi: (requestId: string) => DataApiClient
  readonly highlightLimit: number
  readonly log: Log
}

/**
 * The content-criteria service (specification, "D. Microservices"; docs/content-criteria.md). Who may call it is settled
 * before a request comes here.
 */
export function contentCriteriaApp({ dataApi, highlightLimit, log }: ContentCriteriaOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const dataApiOf = (c: Context<AppEnv>): DataApiClient => dataApi(c.req.header('x-request-id') ?? crypto.randomUUID())
  app.onError((error, c) => {
    const known = asAppError(error)
    if (known.status >= 500) log.error('content criteria failed', { requestId: c.req.header('x-request-id'), error })
    return errorResponse(known, c.req.header('accept') ?? null)
  })
  app.get('/contentcriteria/v1/expand/:id', async (c) => {
    const id = idOf(c.req.param('id'))
    return answered(await expandSaved(id, dataApiOf(c)))
  })
  app.post('/contentcriteria/v1/expand', async (c) => {
    const criteria = readExpression(await jsonBody(c), highlightLimit)
    return answered(await expandUnsaved(criteria, dataApiOf(c)))
  })
  app.get('/contentcriteria/v1/health', async (c) => {
    await dataApiOf(c).readList(CRITERIA_TYPE, { fields: 'name', pageSize: 1, hideMeta: 1, hideLinks: 1 })
    return c.json({ status: 'up' }, 200, NO_STORE)
  })
  app.all('/contentcriteria/v1/expand/:id', () => notAllowed('GET, HEAD'))
  app.all('/contentcriteria/v1/health', () => notAllowed('GET, HEAD'))
  app.all('/contentcriteria/v1/expand', () => notAllowed('POST'))
  app.notFound((c) => {
    const error = new AppError({ code: 'NOT_FOUND', detail: `there is nothing at ${c.req.path}` })
    return errorResponse(error, c.req.header('accept') ?? null)
  })
  return app
}

const NO_STORE = { 'cache-control': 'no-store' }

function answered({ mediaType, ids }: Expansion): Response {
  return Response.json({ _mediaType: mediaType, _ids: ids }, { headers: NO_STORE })
}

function idOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError({ code: 'NOT_FOUND', detail: 'expected the id of content criteria' })
}
