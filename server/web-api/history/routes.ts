import { Hono } from 'hono'
import { notAllowed } from '../../errors.ts'
import { type AppEnv, requireCaller } from '../../http.ts'
import { getOnly } from '../get-only.ts'
import { type HistorySources, historyRequest, recordHistory, versionDifference } from './read.ts'
import { recentChanges } from './recent.ts'
import { restoreVersion } from './restore.ts'
import { passOn, readAsUser } from './service.ts'

const RECORD = '/api/v2/history/:mediaType/:id'
const NO_STORE = { 'cache-control': 'no-store' }

/** The service's own routes, where nothing but the service runs. */
export function historyServiceRoutes(sources: Pick<HistorySources, 'history'>): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/edithistory/v1/*', (c) => passOn(c, sources))
}

/** Edit history for people under `/api/v2/history`, and the service's own routes under `/edithistory/v1` (docs/history.md). */
export function historyRoutes(sources: HistorySources): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v2/history', async (c) => c.json(await recentChanges(c, sources), 200, NO_STORE))
    .all('/api/v2/history', getOnly)
    .get(RECORD, async (c) => {
      const asked = { page: c.req.query('page'), limit: c.req.query('limit') }
      return c.json(await recordHistory(historyRequest(c, sources), asked), 200, NO_STORE)
    })
    .all(RECORD, getOnly)
    .get(`${RECORD}/difference`, async (c) => {
      const asked = { from: c.req.query('from'), to: c.req.query('to') }
      return c.json(await versionDifference(historyRequest(c, sources), asked), 200, NO_STORE)
    })
    .all(`${RECORD}/difference`, getOnly)
    .post(`${RECORD}/restore`, (c) => restoreVersion(c, historyRequest(c, sources), sources.send))
    .all(`${RECORD}/restore`, () => {
      notAllowed('POST')
    })
    .post('/edithistory/v1/read/:mediaType/:id', (c) => {
      return requireCaller(c).rights.unrestricted ? passOn(c, sources) : readAsUser(c, sources)
    })
    .all('/edithistory/v1/*', (c) => passOn(c, sources))
}
