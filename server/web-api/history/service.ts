import type { Context } from 'hono'
import { AppError } from '../../errors.ts'
import { type AppEnv, requireCaller } from '../../http.ts'
import { parseBody, readableTypes } from '../../services/history/body.ts'
import type { HistoryPage } from '../../services/history/client.ts'
import { pageAsked } from '../../services/history/page-asked.ts'
import { type HistorySources, historyRequest } from './read.ts'
import { namesOf, readRecord, referencesIn, sightOf, withoutHidden } from './sight.ts'

/** What the service's own routes answer is the service's, wherever it runs; services and administrators may ask anything. */
export async function passOn(c: Context<AppEnv>, { history }: HistorySources): Promise<Response> {
  const { kind, isAdministrator } = requireCaller(c)
  if (kind !== 'service' && !isAdministrator) {
    throw new AppError({ code: 'FORBIDDEN', detail: 'edit history is written by services and administrators' })
  }
  const { method, url } = c.req.raw
  const headers = new Headers({ 'x-request-id': c.get('requestId') })
  for (const name of ['content-type', 'accept']) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: await c.req.text() }
  const answer = await history.client.forward(new Request(url, { method, headers, ...body }))
  const kept = ['content-type', 'allow', 'cache-control'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return new Response(answer.body, { status: answer.status, headers: Object.fromEntries(kept) })
}

/**
 * A read by anyone else: of a record the caller can read, with a whitelist of no more than the caller's own rights [P2].
 * Any other record has no history, as an unknown one has none.
 */
export async function readAsUser(c: Context<AppEnv>, sources: HistorySources): Promise<Response> {
  const request = historyRequest(c, sources)
  const { record, history, catalog, dataApi } = request
  const { page, limit } = pageAsked(c.req.query('page'), c.req.query('limit'))
  const asked = readableTypes(parseBody(await c.req.text()))
  const own = sightOf(catalog, requireCaller(c).rights)
  const readable = own.readable.filter((mediaType) => asked.includes(mediaType))
  const hidden = own.isPartial(record.mediaType) && (await readRecord(dataApi, record, 'id')) === null
  if (hidden) return c.json(nothing(page, limit), 200, NO_STORE)
  const found = await history.client.read({ ...record, page, limit, readable })
  const names = await namesOf(referencesIn(found._entries), dataApi, catalog)
  const _entries = found._entries.map((entry) => withoutHidden(entry, own, names))
  return c.json({ ...found, _entries }, 200, NO_STORE)
}

const NO_STORE = { 'cache-control': 'no-store' }

function nothing(page: number, limit: number): HistoryPage {
  return { _meta: { _page: page, _pageSize: limit, _filterRowCount: 0, _pageCount: 0 }, _entries: [] }
}
