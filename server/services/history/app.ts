import { type Context, Hono } from 'hono'
import { NAME_PATTERN } from '../../catalog/catalog.ts'
import { AppError, errorResponse, notAllowed } from '../../errors.ts'
import { bodyText } from '../../http.ts'
import { asAppError } from '../../known-error.ts'
import type { Log } from '../../log.ts'
import { parseJson } from '../../write/body.ts'
import { checkBatch, checkSave, readableTypes } from './body.ts'
import { pageAsked, userAsked } from './page-asked.ts'
import type { HistoryStore, Saved } from './store.ts'

/**
 * The edit-history service (specification, "D. Microservices"; docs/history.md). Who may call it is settled before a
 * request comes here.
 */
export function historyApp(store: HistoryStore, log: Log): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    const known = asAppError(error)
    if (known.status >= 500) log.error('edit history failed', { requestId: c.req.header('x-request-id'), error })
    return errorResponse(known, c.req.header('accept') ?? null)
  })
  app.post('/edithistory/v1/save/batch', async (c) => {
    const text = await jsonText(c)
    checkBatch(parseJson(text))
    return c.json(savedBody(await store.saveBatch(text)))
  })
  app.post('/edithistory/v1/save/:mediaType/:id', async (c) => {
    const { mediaType, id } = recordOf(c)
    const text = await jsonText(c)
    checkSave(parseJson(text))
    const saved = await store.save(text, mediaType, id)
    return c.json(savedBody(saved), saved.saved === 1 ? 201 : 200)
  })
  app.post('/edithistory/v1/read/:mediaType/:id', async (c) => {
    const record = recordOf(c)
    const { page, limit } = pageAsked(c.req.query('page'), c.req.query('limit'))
    const readable = readableTypes(parseJson(await jsonText(c)))
    // the record itself is of a type the caller must be allowed to read
    const { total, entries } = readable.includes(record.mediaType)
      ? await store.read({ ...record, page, limit, readable })
      : { total: 0, entries: '[]' }
    const meta = { _page: page, _pageSize: limit, _filterRowCount: total, _pageCount: Math.ceil(total / limit) }
    return c.body(`{"_meta":${JSON.stringify(meta)},"_entries":${entries}}`, 200, JSON_BODY)
  })
  app.post('/edithistory/v1/recent', async (c) => {
    const { limit } = pageAsked(undefined, c.req.query('limit'))
    const userId = userAsked(c.req.query('user'))
    const readable = readableTypes(parseJson(await jsonText(c)))
    return c.body(`{"_entries":${await store.recent({ limit, readable, userId })}}`, 200, JSON_BODY)
  })
  app.get('/edithistory/v1/health', async (c) => {
    await store.check()
    return c.json({ status: 'up' })
  })
  app.all('/edithistory/v1/*', (c) => {
    const { path } = c.req
    if (!/^\/edithistory\/v1\/(?:recent|save\/batch|(?:save|read)\/[^/]+\/[^/]+)$/.test(path)) throw notFound(path)
    notAllowed('POST')
  })
  app.notFound((c) => errorResponse(notFound(c.req.path), c.req.header('accept') ?? null))
  return app
}

const JSON_BODY = { 'content-type': 'application/json', 'cache-control': 'no-store' }

function savedBody({ saved, known }: Saved): object {
  return { _saved: saved, _known: known }
}

function recordOf(c: Context): { readonly mediaType: string; readonly id: number } {
  const mediaType = c.req.param('mediaType') ?? ''
  const id = c.req.param('id') ?? ''
  if (!NAME_PATTERN.test(mediaType) || !/^\d{1,19}$/.test(id) || !Number.isSafeInteger(Number(id))) {
    throw new AppError({ code: 'NOT_FOUND', detail: 'expected the name of a media type and the id of a record' })
  }
  return { mediaType, id: Number(id) }
}

async function jsonText(c: Context): Promise<string> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    const detail = `expected a body of type application/json, not ${JSON.stringify(type)}`
    throw new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', header: 'Content-Type', detail })
  }
  return bodyText(c.req)
}

function notFound(path: string): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: `there is nothing at ${path}` })
}
