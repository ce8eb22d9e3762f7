import { parseToPassOn } from '../../../shared/exact-json.ts'
import { forwarded } from '../forwarded.ts'
import { reasonOf, serviceDown } from '../service-down.ts'
import type { Send } from '../transport.ts'
import type { HistoryEntry } from './entry.ts'
import type { RecentEntry, RecentQuery } from './recent.ts'
import type { HistoryQuery } from './store.ts'

/** One page of a record's history, newest first. */
export interface HistoryPage {
  readonly _meta: {
    readonly _page: number
    readonly _pageSize: number
    readonly _filterRowCount: number
    readonly _pageCount: number
  }
  readonly _entries: readonly HistoryEntry[]
}

export interface HistoryClient {
  /**
   * Saves entries, given as the texts of their JSON, in one request.
   *
   * @throws {EntriesRefused} when the service will not have them as they are: sent again they would be refused again.
   */
  readonly saveBatch: (entries: readonly string[]) => Promise<void>
  /** Numbers of more digits than a double carries are kept: whoever writes the JSON again writes them as they came. */
  readonly read: (query: HistoryQuery) => Promise<HistoryPage>
  /** Records as they were changed last, newest first. */
  readonly recent: (query: RecentQuery) => Promise<readonly RecentEntry[]>
  /** Hands a request on as it is, to the service's own address. */
  readonly forward: (request: Request) => Promise<Response>
  /** Throws when the service cannot serve. */
  readonly check: () => Promise<void>
}

/** What is wrong is the entries and not the way there. */
export class EntriesRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EntriesRefused'
  }
}

/** Statuses that speak of the body; any other failure may pass. */
const REFUSALS = [400, 413, 422]
/** Any origin: a `Send` puts the service's own in its place. */
const ORIGIN = 'http://edithistory.invalid'
const BASE = `${ORIGIN}/edithistory/v1`
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }

export function historyClient(send: Send): HistoryClient {
  const post = (path: string, body: string): Promise<Response> =>
    send(new Request(`${BASE}${path}`, { method: 'POST', headers: JSON_TYPE, body }))
  return {
    saveBatch: async (entries) => {
      const response = await post('/save/batch', `{"_changes":[${entries.join(',')}]}`)
      if (!response.ok) {
        const reason = await reasonIn(response)
        throw REFUSALS.includes(response.status) ? new EntriesRefused(reason) : serviceDown(reason)
      }
      // whatever else answers at that address has kept nothing, however friendly it is
      if (keptIn(await response.text()) !== entries.length)
        throw serviceDown('edit history: it did not say that it has them')
    },
    read: async ({ mediaType, id, page, limit, readable }) => {
      const path = `/read/${encodeURIComponent(mediaType)}/${id}?page=${page}&limit=${limit}`
      const response = await post(path, JSON.stringify({ _readable: readable }))
      if (!response.ok) throw serviceDown(await reasonIn(response))
      return parseToPassOn(await response.text()) as HistoryPage
    },
    recent: async ({ limit, readable, userId }) => {
      const user = userId === null ? '' : `&user=${userId}`
      const response = await post(`/recent?limit=${limit}${user}`, JSON.stringify({ _readable: readable }))
      if (!response.ok) throw serviceDown(await reasonIn(response))
      return ((await response.json()) as { readonly _entries: readonly RecentEntry[] })._entries
    },
    forward: (request) => forwarded(request, send, ORIGIN),
    check: async () => {
      const response = await send(new Request(`${BASE}/health`))
      if (!response.ok) throw serviceDown(await reasonIn(response))
      await response.body?.cancel()
    },
  }
}

/** How many entries the service says that it has; null for what is no answer of its. */
function keptIn(text: string): number | null {
  try {
    const { _saved, _known } = JSON.parse(text) as { readonly _saved?: unknown; readonly _known?: unknown }
    return typeof _saved === 'number' && typeof _known === 'number' ? _saved + _known : null
  } catch {
    return null
  }
}

async function reasonIn(response: Response): Promise<string> {
  return `edit history: ${reasonOf(response.status, await response.text().catch(() => ''))}`
}
