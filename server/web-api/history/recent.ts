import type { Context } from 'hono'
import type { RecentChange, RecentChanges } from '../../../shared/history.ts'
import { seenCatalog } from '../../catalog/seen-catalog.ts'
import { AppError } from '../../errors.ts'
import { type AppEnv, requireCaller } from '../../http.ts'
import { callerDataApi } from '../render-request.ts'
import { authorsFor } from './authors.ts'
import type { HistorySources } from './read.ts'
import { namesOf, sightOf } from './sight.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 50
/** More are asked for than shown: some may be hidden from the caller, or gone. */
const SPARE = 2

/** Records that were changed last, by anyone or by the caller alone, as far as the caller can read them [P2]. */
export async function recentChanges(c: Context<AppEnv>, sources: HistorySources): Promise<RecentChanges> {
  const caller = requireCaller(c)
  const { rights, userId } = caller
  const limit = limitAsked(c.req.query('limit'))
  const mine = flagAsked('mine', c.req.query('mine'))
  if (!sources.keepsHistory || (mine && userId === null)) return { entries: [] }
  const catalog = seenCatalog(sources.catalog(), rights)
  const { readable } = sightOf(catalog, rights)
  const found = await sources.history.client.recent({ limit: limit * SPARE, readable, userId: mine ? userId : null })
  const references = Map.groupBy(found, ({ _mediaType }) => _mediaType)
  const ids = new Map([...references].map(([type, entries]) => [type, new Set(entries.map(({ _id }) => _id))]))
  const dataApi = callerDataApi(c, sources.send)
  const names = await namesOf(ids, dataApi, catalog)
  const told = await authorsFor(
    found.map(({ _user }) => _user),
    { caller, dataApi, catalog, readable },
  )
  const entries = found.flatMap(({ _mediaType: mediaType, _id: id, ...entry }): readonly RecentChange[] => {
    const name = names[mediaType]?.[id]
    if (name === undefined) return []
    return [{ mediaType, id, name, operation: entry._operation, at: entry._at, user: told(entry._user) }]
  })
  return { entries: entries.slice(0, limit) }
}

function limitAsked(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_LIMIT
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > MAX_LIMIT) {
    throw new AppError({ code: 'PARAMETER', parameter: 'limit', detail: `expected a number from 1 to ${MAX_LIMIT}` })
  }
  return Number(text)
}

function flagAsked(parameter: string, text: string | undefined): boolean {
  if (text === undefined || text === '' || text === 'false') return false
  if (text === 'true') return true
  throw new AppError({ code: 'PARAMETER', parameter, detail: 'expected true or false' })
}
