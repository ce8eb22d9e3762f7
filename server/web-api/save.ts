import { type Context, Hono } from 'hono'
import type { BatchResult } from '../../shared/batch.ts'
import { parseToPassOn } from '../../shared/exact-json.ts'
import type { PageResponse } from '../../shared/page.ts'
import { hash, type KeptAnswers, keptAnswer, requireVisible } from '../data-api/idempotent.ts'
import { jsonText } from '../data-api/json-body.ts'
import { AppError, notAllowed } from '../errors.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import type { PageSaver } from '../render/save/save-page.ts'
import { parseJson } from '../write/body.ts'
import { NO_STORE } from './display.ts'
import { type RequestSources, renderRequest } from './render-request.ts'

export interface SaveRoutes extends RequestSources {
  readonly saver: PageSaver
  /** What was answered under idempotency keys. */
  readonly database: KeptAnswers
}

/** `POST /api/v2/save/<page_key>/<item_id|new>`: the dirty components of a page in one transaction [R2]. */
export function saveRoutes({ saver, database, ...sources }: SaveRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/api/v2/save/:pageKey/:itemId', async (c) => {
      const { pageKey, itemId } = c.req.param()
      const request = renderRequest(c, sources, pageKey, itemId)
      const confirmLoss = lossConfirmed(c)
      const text = await jsonText(c)
      const body = parsed(text)
      const idempotency = await idempotencyOf(c, text)
      /** The results of a save that was made under the key; null: none was. */
      const earlier = async (): Promise<readonly BatchResult[] | null> => {
        if (idempotency === undefined) return null
        const asked = { ...idempotency, caller: requireCaller(c).key, confirmLoss }
        const kept = await keptAnswer(database, asked)
        return kept === null ? null : (JSON.parse(kept) as { readonly _results: readonly BatchResult[] })._results
      }
      const known = await earlier()
      if (known !== null) return answer(c, await saver.saved(request, known), REPLAYED)
      try {
        return answer(c, await saver.save(request, body, { confirmLoss, idempotency }))
      } catch (error) {
        // the first attempt may have come to its end meanwhile, and what it changed stand in the way of this one
        const late = error instanceof AppError ? await earlier() : null
        if (late === null) throw error
        return answer(c, await saver.saved(request, late), REPLAYED)
      }
    })
    .all('/api/v2/save/:pageKey/:itemId', () => notAllowed('POST'))
}

/** A repeat, as the data API tells of one. */
const REPLAYED = { 'idempotent-replayed': 'true' }

function answer(c: Context<AppEnv>, page: PageResponse | null, more: Record<string, string> = {}): Response {
  const headers = { ...NO_STORE, ...more }
  return page === null ? c.body(null, 204, headers) : c.json(page, 200, headers)
}

/** @throws {AppError} BODY_SYNTAX. */
function parsed(text: string): unknown {
  parseJson(text)
  return parseToPassOn(text)
}

/** The batch of a repeat may be another one, since it is made of what there is by then: the edits name the save. */
async function idempotencyOf(c: Context<AppEnv>, text: string) {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  requireVisible('Idempotency-Key', key)
  return { key, fingerprint: await hash([c.req.path, text].join('\n')) }
}

function lossConfirmed(c: Context<AppEnv>): boolean {
  const given = c.req.query('confirmLoss')
  if (given === undefined || given === 'false') return false
  if (given === 'true') return true
  throw new AppError({ code: 'PARAMETER', parameter: 'confirmLoss', detail: 'expected true or false' })
}
