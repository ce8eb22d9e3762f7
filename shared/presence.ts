/** Wire types of the routes under `/api/v2/concurrency` (docs/concurrency.md). */

/** What somebody does with a record [EV8]. */
export type PresenceAction = (typeof PRESENCE_ACTIONS)[number]
export const PRESENCE_ACTIONS = ['viewing', 'editing'] as const

/** Somebody else on the record, once however many windows are open. */
export interface Viewer {
  readonly userId: number
  readonly name: string
  /** `editing` when any of the windows is. */
  readonly action: PresenceAction
  /** The page of the window that tells the action. */
  readonly pageKey: string
  /** Since when the user has been there: ISO 8601, UTC. */
  readonly since: string
}

export interface PresenceLink {
  readonly linkId: string
  /** When the link ends unless it is refreshed: ISO 8601, UTC. */
  readonly expiresAt: string
  readonly viewers: readonly Viewer[]
}

export interface PresenceHealth {
  readonly status: 'up'
  /** How often a page is to refresh its link, in seconds [EV6]. */
  readonly pollingSeconds: number
  /** How long a link lives without, in seconds. */
  readonly expirySeconds: number
}
