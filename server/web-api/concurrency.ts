import { type Context, Hono } from 'hono'
import type { PresenceHealth } from '../../shared/presence.ts'
import { NAME_PATTERN } from '../catalog/catalog.ts'
import { DataApiError, entitiesOf } from '../data-api/client.ts'
import { jsonBody } from '../data-api/json-body.ts'
import { AppError, notAllowed } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { type RefreshAsked, readLink, readOwnRefresh } from '../services/concurrency/body.ts'
import type { ConcurrencyClient } from '../services/concurrency/client.ts'
import { recordOfLink } from '../services/concurrency/link-id.ts'
import type { RecordPlace } from '../services/concurrency/presence-store.ts'
import type { Send } from '../services/transport.ts'
import { getOnly } from './get-only.ts'
import { passOnTo } from './pass-on.ts'
import { callerDataApi } from './render-request.ts'

export interface ConcurrencySources {
  readonly client: ConcurrencyClient
  /** Reaches the data API. */
  readonly send: Send
  /** How often a page is to refresh its link. */
  readonly pollingSeconds: number
}

const BASE = '/api/v2/concurrency'
const NO_STORE = { 'cache-control': 'no-store' }

/** The service's own routes, for services and administrators. */
export function concurrencyServiceRoutes(client: Pick<ConcurrencyClient, 'forward'>): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/concurrency/v1/*', (c) =>
    passOnTo(c, client, 'who is on which record is told to services and administrators'),
  )
}

/** Who else is on a record, for people under `/api/v2/concurrency`, and the service's own routes (docs/concurrency.md). */
export function concurrencyRoutes({ client, send, pollingSeconds }: ConcurrencySources): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.post(`${BASE}/link`, async (c) => {
    const userId = userOf(c)
    const asked = readLink(await jsonBody(c), ['pageKey', 'mediaType', 'recordId', 'action'])
    requireOwn(userId, asked.userId)
    const mayWrite = await requireReadable(c, asked, send)
    const action = mayWrite ? asked.action : 'viewing'
    return c.json(await client.link({ ...asked, userId, action }), 200, NO_STORE)
  })
  app.post(`${BASE}/refresh`, async (c) => {
    const userId = userOf(c)
    const { linkId, ...change } = readOwnRefresh(await jsonBody(c))
    requireOwn(userId, change.userId)
    const record = recordOfLink(linkId)
    if (record === null) throw noLink()
    // rights may have been taken away, and the record deleted, since it was linked
    const mayWrite = await requireReadable(c, record, send)
    const allowed: Partial<RefreshAsked> = mayWrite ? {} : { action: 'viewing' }
    const link = await client.refresh(linkId, { ...change, ...allowed, userId })
    if (link === null) throw noLink()
    return c.json(link, 200, NO_STORE)
  })
  app.post(`${BASE}/unlink`, async (c) => {
    const userId = userOf(c)
    const { linkId, ...others } = readOwnRefresh(await jsonBody(c))
    requireOwn(userId, others.userId)
    if (recordOfLink(linkId) !== null) await client.unlink(linkId, userId)
    return c.body(null, 204, NO_STORE)
  })
  app.get(`${BASE}/viewers`, async (c) => {
    const record = recordAsked(c)
    await requireReadable(c, record, send)
    return c.json({ viewers: await client.viewers(record, requireCaller(c).userId) }, 200, NO_STORE)
  })
  app.get(`${BASE}/health`, async (c) => {
    const { expirySeconds } = await client.health()
    const health: PresenceHealth = { status: 'up', pollingSeconds, expirySeconds }
    return c.json(health, 200, NO_STORE)
  })
  for (const path of ['link', 'refresh', 'unlink']) app.all(`${BASE}/${path}`, () => notAllowed('POST'))
  for (const path of ['viewers', 'health']) app.all(`${BASE}/${path}`, getOnly)
  return app.route('/', concurrencyServiceRoutes(client))
}

/** Whoever calls, as a user. @throws {AppError} FORBIDDEN */
function userOf(c: Context<AppEnv>): number {
  const { userId } = requireCaller(c)
  if (userId !== null) return userId
  throw new AppError({ code: 'FORBIDDEN', detail: 'only users view and edit records: a service is nobody to be seen' })
}

/** Nobody speaks for anybody else: a user who is named all the same is the caller. */
function requireOwn(userId: number, named: number | undefined): void {
  if (named === undefined || named === userId) return
  throw new AppError({ code: 'VALIDATION', pointer: '/userId', detail: 'expected the caller’s own id, or none' })
}

function recordAsked(c: Context<AppEnv>): RecordPlace {
  const { mediaType = '', recordId = '', ...others } = c.req.query()
  const wrong = (parameter: string, detail: string): AppError =>
    new AppError({ code: 'PARAMETER', parameter, detail: `${parameter}: ${detail}` })
  const [other] = Object.keys(others)
  if (other !== undefined) throw wrong(other, 'expected mediaType and recordId alone')
  if (!NAME_PATTERN.test(mediaType)) throw wrong('mediaType', 'expected the name of a media type')
  if (!/^\d{1,15}$/.test(recordId)) throw wrong('recordId', 'expected the id of a record')
  return { mediaType, recordId: Number(recordId) }
}

/**
 * A record that the caller may not read is there for nobody to be on [P3].
 *
 * @returns whether the caller may write it: who may not is nobody to edit it.
 */
async function requireReadable(c: Context<AppEnv>, { mediaType, recordId }: RecordPlace, send: Send): Promise<boolean> {
  const query = { fields: 'id', hideLinks: 1 }
  const [found] = await callerDataApi(c, send)
    .readOne(mediaType, recordId, query)
    .then((envelope) => entitiesOf(envelope, mediaType))
    .catch((error: unknown) => {
      if (error instanceof DataApiError && [403, 404].includes(error.answeredStatus)) return []
      throw error
    })
  if (found !== undefined) return found._permissions?.can_write === true
  throw new AppError({ code: 'NOT_FOUND', detail: `there is no record of ${mediaType} with id ${recordId}` })
}

function noLink(): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: 'there is no such link: it has ended, or it is not yours' })
}
