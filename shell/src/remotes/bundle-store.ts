import type { RemoteBundle } from '../../../shared/remotes.ts'
import type { Bundle, BundleState } from './bundle.ts'
import { readEntry } from './read-entry.ts'

export interface BundleStoreOptions {
  readonly list: () => Promise<readonly RemoteBundle[]>
  /** Gives the module of a bundle's entry; a further attempt may not be answered with what the last one left. */
  readonly load: (remote: RemoteBundle, attempt: number) => Promise<unknown>
  /** What to tell the user of a failure. */
  readonly reason: (error: unknown, remote: RemoteBundle) => string
  /** Milliseconds after which the others no longer wait for a bundle. */
  readonly patience: number
  /** Milliseconds since some moment. */
  readonly now?: () => number
}

export type BundlesState =
  | { readonly kind: 'listing' }
  | { readonly kind: 'unknown'; readonly error: unknown }
  | { readonly kind: 'listed'; readonly bundles: readonly Bundle[] }

/** The customers' bundles of a page of the shell: listed and loaded once, all at the same time, each by itself. */
export interface BundleStore {
  readonly state: () => BundlesState
  readonly subscribe: (listener: () => void) => () => void
  /** Begins, unless it has begun. */
  readonly start: () => void
  /** Loads a bundle once more, or lists them again when they could not be. */
  readonly retry: (name?: string) => void
}

export function createBundleStore(options: BundleStoreOptions): BundleStore {
  const { list, load, reason, patience, now = () => performance.now() } = options
  const listeners = new Set<() => void>()
  let state: BundlesState = { kind: 'listing' }
  let started = false

  const change = (next: BundlesState): void => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const found = (name: string): Bundle | undefined =>
    state.kind === 'listed' ? state.bundles.find(({ remote }) => remote.name === name) : undefined
  const put = (changed: Bundle): void => {
    if (state.kind !== 'listed') return
    const bundles = state.bundles.map((one) => (one.remote.name === changed.remote.name ? changed : one))
    change({ kind: 'listed', bundles })
  }

  const begin = ({ remote, attempt }: Bundle): void => {
    const since = now()
    const ms = (): number => Math.round(now() - since)
    const settle = (next: BundleState): void => {
      clearTimeout(timer)
      if (found(remote.name)?.attempt === attempt) put({ remote, attempt, state: next })
    }
    const timer = setTimeout(
      () => settle({ kind: 'failed', reason: `It took longer than ${patience / 1000} seconds.`, ms: ms() }),
      patience,
    )
    // what comes late is better than what failed
    Promise.resolve()
      .then(() => load(remote, attempt))
      .then((module) => settle({ kind: 'loaded', entry: readEntry(module), ms: ms() }))
      .catch((error: unknown) => settle({ kind: 'failed', reason: reason(error, remote), ms: ms() }))
  }

  const beginList = (): void => {
    list().then(
      (remotes) => {
        const bundles = remotes.map((remote): Bundle => ({ remote, attempt: 0, state: { kind: 'loading' } }))
        change({ kind: 'listed', bundles })
        bundles.forEach(begin)
      },
      (error: unknown) => change({ kind: 'unknown', error }),
    )
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      if (!started) beginList()
      started = true
    },
    retry: (name) => {
      if (state.kind === 'unknown') {
        change({ kind: 'listing' })
        beginList()
      }
      const bundle = name === undefined ? undefined : found(name)
      if (bundle === undefined || bundle.state.kind === 'loading') return
      const again: Bundle = { remote: bundle.remote, attempt: bundle.attempt + 1, state: { kind: 'loading' } }
      put(again)
      begin(again)
    },
  }
}
