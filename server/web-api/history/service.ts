import type { Context } from 'hono'
import { jsonBody } from '../../data-api/json-body.ts'
import type { AppEnv } from '../../http.ts'
import { readableTypes } from '../../services/history/body.ts'
import type { HistoryPage } from '../../services/history/client.ts'
import { pageAsked } from '../../services/history/page-asked.ts'
import { passOnTo } from '../pass-on.ts'
import { type HistorySources, historyRequest, withAuthors } from './read.ts'
import { namesOf, readRecord, referencesIn, withoutHidden } from './sight.ts'

/** The service's own routes, for services and administrators. */
export function passOn(c: Context<AppEnv>, { history }: Pick<HistorySources, 'history'>): Promise<Response> {
  return passOnTo(c, history.client, 'edit history is written by services and administrators')
}

/**
 * A read by anyone else: of a record the caller can read, with a whitelist of no more than the caller's own rights [P2].
 * Any other record has no history, as an unknown one has none.
 */
export async function readAsUser(c: Context<AppEnv>, sources: HistorySources): Promise<Response> {
  const request = historyRequest(c, sources)
  const { record, history, catalog, dataApi } = request
  const { page, limit } = pageAsked(c.req.query('page'), c.req.query('limit'))
  const asked = readableTypes(await jsonBody(c))
  const own = request.sight
  const readable = own.readable.filter((mediaType) => asked.includes(mediaType))
  const hidden = own.isPartial(record.mediaType) && (await readRecord(dataApi, record, 'id')) === null
  if (hidden) return c.json(nothing(page, limit), 200, NO_STORE)
  const found = await history.client.read({ ...record, page, limit, readable })
  const names = await namesOf(referencesIn(found._entries), dataApi, catalog)
  const entries = await withAuthors(found._entries, request)
  const _entries = entries.map((entry) => withoutHidden(entry, record.mediaType, own, names))
  return c.json({ ...found, _entries }, 200, NO_STORE)
}

const NO_STORE = { 'cache-control': 'no-store' }

function nothing(page: number, limit: number): HistoryPage {
  return { _meta: { _page: page, _pageSize: limit, _filterRowCount: 0, _pageCount: 0 }, _entries: [] }
}
