import { AppError } from '../../errors.ts'
import type { ExpandCriteria, Expanded } from '../../query/content-criteria.ts'
import { forwarded } from '../forwarded.ts'
import { reasonOf, serviceDown, toldIn } from '../service-down.ts'
import type { Send } from '../transport.ts'

export interface ContentCriteriaClient {
  /** Never rejects: what cannot be expanded says so to the query that asks for it. */
  readonly expand: ExpandCriteria
  /** Hands a request on as it is, to the service's own address. */
  readonly forward: (request: Request) => Promise<Response>
  /** Throws when the service cannot serve. */
  readonly check: () => Promise<void>
}

/** Statuses that speak of the criteria; any other failure may pass. */
const REFUSALS = [400, 404, 422]
/** Any origin: a `Send` puts the service's own in its place. */
const ORIGIN = 'http://contentcriteria.invalid'
const HEALTH = '/contentcriteria/v1/health'

/** Whether a request asks for the service's health, which must be told at once. */
export function isHealthCheck({ url }: Request): boolean {
  return url.endsWith(HEALTH)
}

export function contentCriteriaClient(send: Send): ContentCriteriaClient {
  const get = (path: string): Promise<Response> =>
    send(new Request(`${ORIGIN}${path}`, { headers: { accept: 'application/json' } }))
  const expandOne = async (id: number): Promise<Expanded> => {
    try {
      return await expandedIn(await get(`/contentcriteria/v1/expand/${id}`))
    } catch (error) {
      return { failed: error instanceof AppError ? error : down(String(error)) }
    }
  }
  return {
    expand: async (ids) => new Map(await Promise.all(ids.map(async (id) => [id, await expandOne(id)] as const))),
    forward: (request) => forwarded(request, send, ORIGIN),
    check: async () => {
      const response = await get(HEALTH)
      if (!response.ok) throw down(reasonOf(response.status, await response.text()))
      await response.body?.cancel()
    },
  }
}

async function expandedIn(response: Response): Promise<Expanded> {
  const text = await response.text()
  if (!response.ok) {
    const reason = reasonOf(response.status, text)
    if (!REFUSALS.includes(response.status)) return { failed: down(reason) }
    return { unusable: toldIn(text).join('; ') || reason }
  }
  const { _mediaType: mediaType, _ids: ids } = JSON.parse(text) as {
    readonly _mediaType: string
    readonly _ids: number[]
  }
  return { mediaType, ids }
}

function down(reason: string): AppError {
  return serviceDown(`content criteria: ${reason}`)
}
