import { useEffect, useSyncExternalStore } from 'react'
import type { RemoteBundle } from '../../../shared/remotes.ts'
import { request } from '../api/client.ts'
import { type BundlesState, createBundleStore } from './bundle-store.ts'
import { failureReason, watchPolicy } from './failure.ts'

/** How long a bundle that is dead may keep those after it waiting. */
const PATIENCE_MS = 5000

const loadFederation = () => import('./federation.ts')

const store = createBundleStore({
  list: () => {
    watchPolicy()
    // on its way while the list is; whoever needs it reports its failure
    loadFederation().catch(() => undefined)
    return request<readonly RemoteBundle[]>('/api/v2/remotes')
  },
  load: async (remote, attempt) => {
    const federation = await loadFederation().catch(() => {
      throw new Error('A part of Marquee itself could not be loaded. Reload the page.')
    })
    return federation.loadEntry(remote, attempt)
  },
  reason: failureReason,
  patience: PATIENCE_MS,
})

export const retryBundle = store.retry

/** The bundles of this page, which are loaded once somebody asks for them. */
export function useBundles(): BundlesState {
  useEffect(store.start, [])
  return useSyncExternalStore(store.subscribe, store.state)
}
