import { type Context, Hono } from 'hono'
import type { PresenceLink, Viewer } from '../../../shared/presence.ts'
import { NAME_PATTERN } from '../../catalog/catalog.ts'
import { jsonBody } from '../../data-api/json-body.ts'
import { AppError, errorResponse, notAllowed } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import { asAppError } from '../../known-error.ts'
import { readLink, readRefresh } from './body.ts'
import { recordOfLink } from './link-id.ts'
import type { ConcurrencyOptions } from './open.ts'
import type { PresenceEntry, Present, RecordPlace } from './presence-store.ts'
import { viewersOf } from './viewers.ts'

const BASE = '/concurrency/v1'
const NO_STORE = { 'cache-control': 'no-store' }

/**
 * The concurrency service: who views or edits a record (specification, "D. Microservices"; docs/concurrency.md). Who may
 * call it is settled before a request comes here.
 */
export function concurrencyApp({ store, names, expiryMs, log }: ConcurrencyOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => {
    const known = asAppError(error)
    if (known.status >= 500) log.error('concurrency failed', { requestId: c.req.header('x-request-id'), error })
    return errorResponse(known, c.req.header('accept') ?? null)
  })
  const viewers = async (entries: readonly PresenceEntry[], except?: number): Promise<readonly Viewer[]> =>
    viewersOf(entries, await names(entries.map(({ userId }) => userId)), except)
  const answered = async ({ entry, others }: Present): Promise<Response> => {
    const { linkId, userId } = entry
    const expiresAt = new Date(entry.expiresAt).toISOString()
    const link: PresenceLink = { linkId, expiresAt, viewers: await viewers(others, userId) }
    return Response.json(link, { headers: NO_STORE })
  }
  app.post(`${BASE}/link`, async (c) => {
    const { mediaType, recordId, userId = 0, pageKey, action } = readLink(await jsonBody(c))
    if (!(await names([userId])).has(userId)) {
      throw new AppError({ code: 'VALIDATION', pointer: '/userId', detail: `there is no user ${userId}` })
    }
    return answered(await store.link({ mediaType, recordId }, { userId, pageKey, action }))
  })
  app.put(`${BASE}/link/:linkId`, async (c) => {
    const linkId = c.req.param('linkId')
    const { mediaType, recordId, ...change } = await refreshAsked(c)
    const of = recordOfLink(linkId)
    const fits = (mediaType ?? of?.mediaType) === of?.mediaType && (recordId ?? of?.recordId) === of?.recordId
    const present = fits ? await store.refresh(linkId, change) : null
    if (present === null) throw noLink()
    return answered(present)
  })
  app.delete(`${BASE}/link/:linkId`, async (c) => {
    if (!(await store.unlink(c.req.param('linkId'), userAsked(c)))) throw noLink()
    return c.body(null, 204, NO_STORE)
  })
  app.get(`${BASE}/viewers/:mediaType/:recordId`, async (c) =>
    c.json({ viewers: await viewers(await store.entries(recordAsked(c)), userAsked(c)) }, 200, NO_STORE),
  )
  app.get(`${BASE}/health`, async (c) => {
    await store.check()
    return c.json({ status: 'up', expirySeconds: expiryMs / 1000 }, 200, NO_STORE)
  })
  app.all(`${BASE}/link`, () => notAllowed('POST'))
  app.all(`${BASE}/link/:linkId`, () => notAllowed('PUT, DELETE'))
  app.all(`${BASE}/viewers/:mediaType/:recordId`, () => notAllowed('GET, HEAD'))
  app.all(`${BASE}/health`, () => notAllowed('GET, HEAD'))
  app.notFound((c) => {
    const error = new AppError({ code: 'NOT_FOUND', detail: `there is nothing at ${c.req.path}` })
    return errorResponse(error, c.req.header('accept') ?? null)
  })
  return app
}

/** A refresh may come without a body: it changes nothing then but the expiry. */
async function refreshAsked(c: Context<AppEnv>): Promise<ReturnType<typeof readRefresh>> {
  const isEmpty = (await c.req.arrayBuffer()).byteLength === 0
  return isEmpty ? {} : readRefresh(await jsonBody(c))
}

function recordAsked(c: Context<AppEnv>): RecordPlace {
  const mediaType = c.req.param('mediaType') ?? ''
  const id = c.req.param('recordId') ?? ''
  if (NAME_PATTERN.test(mediaType) && /^\d{1,15}$/.test(id)) return { mediaType, recordId: Number(id) }
  throw new AppError({ code: 'NOT_FOUND', detail: 'expected the name of a media type and the id of a record' })
}

/** The user of `?userId=`, whose own links alone are meant, or who is left out of the viewers. */
function userAsked(c: Context<AppEnv>): number | undefined {
  const text = c.req.query('userId')
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError({ code: 'PARAMETER', parameter: 'userId', detail: 'expected the id of a user' })
}

function noLink(): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: 'there is no such link: it has ended, or it is not yours' })
}
