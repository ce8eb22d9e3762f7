import type { PresenceLink, Viewer } from '../../../shared/presence.ts'
import type { AppError } from '../../errors.ts'
import { forwarded } from '../forwarded.ts'
import { reasonOf, serviceDown } from '../service-down.ts'
import type { Send } from '../transport.ts'
import type { LinkAsked, RefreshAsked } from './body.ts'
import type { RecordPlace } from './presence-store.ts'

export interface ConcurrencyClient {
  readonly link: (asked: LinkAsked & { readonly userId: number }) => Promise<PresenceLink>
  /** Null: there is no such link any more, or it is not that user's. */
  readonly refresh: (linkId: string, change: RefreshAsked & { readonly userId: number }) => Promise<PresenceLink | null>
  /** Ends a link of the user's; one that has ended already is nothing to complain about. */
  readonly unlink: (linkId: string, userId: number) => Promise<void>
  /** Everybody on the record but that user. */
  readonly viewers: (record: RecordPlace, except: number | null) => Promise<readonly Viewer[]>
  /** Tells how long a link lives without a refresh, in seconds; throws when the service cannot serve. */
  readonly health: () => Promise<{ readonly expirySeconds: number }>
  /** Hands a request on as it is, to the service's own address. */
  readonly forward: (request: Request) => Promise<Response>
}

/** Any origin: a `Send` puts the service's own in its place. */
const ORIGIN = 'http://concurrency.invalid'

/** Every method rejects with DEPENDENCY_DOWN when the service does not serve. */
export function concurrencyClient(send: Send): ConcurrencyClient {
  async function ask<T>(method: string, path: string, body?: object): Promise<T | null> {
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await send(new Request(`${ORIGIN}/concurrency/v1/${path}`, { method, headers, ...sent }))
    const text = await response.text()
    if (response.status === 404) return null
    if (!response.ok) throw down(reasonOf(response.status, text))
    return text === '' ? null : read<T>(text)
  }
  async function get<T>(method: string, path: string, body?: object): Promise<T> {
    const found = await ask<T>(method, path, body)
    if (found === null) throw down(reasonOf(404, ''))
    return found
  }
  return {
    link: (asked) => get('POST', 'link', asked),
    refresh: (linkId, change) => ask('PUT', `link/${encodeURIComponent(linkId)}`, change),
    unlink: async (linkId, userId) => {
      await ask('DELETE', `link/${encodeURIComponent(linkId)}?userId=${userId}`)
    },
    viewers: async ({ mediaType, recordId }, except) => {
      const path = `viewers/${mediaType}/${recordId}${except === null ? '' : `?userId=${except}`}`
      return (await get<{ readonly viewers: readonly Viewer[] }>('GET', path)).viewers
    },
    health: () => get('GET', 'health'),
    forward: (request) => forwarded(request, send, ORIGIN),
  }
}

/** What is no JSON is a proxy's answer, or another program's. */
function read<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw down('the service did not answer in JSON')
  }
}

function down(reason: string): AppError {
  return serviceDown(`concurrency: ${reason}`)
}
