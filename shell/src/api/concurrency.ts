import type { PresenceAction, PresenceHealth, PresenceLink } from '../../../shared/presence.ts'
import { ApiError } from './api-error.ts'
import { request } from './client.ts'

/** A record on a page, and what the user does there. */
export interface PresencePlace {
  readonly pageKey: string
  readonly mediaType: string
  readonly recordId: number
}

const BASE = '/api/v2/concurrency'

/** A session that has ended is for what the user does next to find out, not for what is asked by the clock. */
const quiet = { anonymous: true }

export function presenceHealth(): Promise<PresenceHealth> {
  return request(`${BASE}/health`, quiet)
}

export function linkRecord(place: PresencePlace, action: PresenceAction): Promise<PresenceLink> {
  return request(`${BASE}/link`, { ...quiet, method: 'POST', body: { ...place, action } })
}

/** `null`: the link has ended. */
export function refreshLink(
  linkId: string,
  place: PresencePlace,
  action: PresenceAction,
): Promise<PresenceLink | null> {
  const body = { linkId, ...place, action }
  return request<PresenceLink>(`${BASE}/refresh`, { ...quiet, method: 'POST', body }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

/** Arrives though the page is on its way out; whether it does, nobody waits for: a link ends by itself as well. */
export function unlinkRecord(linkId: string): void {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const body = JSON.stringify({ linkId })
  const sent = fetch(`${BASE}/unlink`, { method: 'POST', keepalive: true, credentials: 'same-origin', headers, body })
  sent.catch(() => undefined)
}
