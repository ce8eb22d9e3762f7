import { useCallback, useEffect, useRef, useState } from 'react'
import type { PageResponse } from '../../../shared/page.ts'
import { ApiError, isAbort } from '../api/api-error.ts'
import { loadPage } from '../api/display.ts'
import { LIST_KEYS } from '../routing/list-query.ts'

export type PageState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'loaded'; readonly page: PageResponse; readonly query: string }

/**
 * Loads a page once per address. `query` is what it is first loaded with; its later changes are the list's own affair.
 * The caller remounts (by `key`) when the page or the item changes.
 */
export function usePageData(pageKey: string, itemId: string | undefined, query: string) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<PageState>({ kind: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another attempt reads the newest query.
  useEffect(() => {
    const abort = new AbortController()
    loadDespiteQuery(pageKey, itemId, query, abort.signal).then(
      (loaded) => setState({ kind: 'loaded', ...loaded }),
      (error: unknown) => {
        if (!isAbort(error) && !abort.signal.aborted) setState({ kind: 'failed', error })
      },
    )
    return () => abort.abort()
  }, [pageKey, itemId, attempt])
  const newest = useRef(query)
  newest.current = query
  const load = useCallback(() => loadPage(pageKey, itemId, newest.current), [pageKey, itemId])
  const replace = useCallback((page: PageResponse) => setState({ kind: 'loaded', page, query: newest.current }), [])
  const retry = () => {
    setState({ kind: 'loading' })
    setAttempt((count) => count + 1)
  }
  return { state, retry, load, replace }
}

/** A list state the server refuses is the list's to show and the user's to correct: the page itself still opens. */
async function loadDespiteQuery(pageKey: string, itemId: string | undefined, query: string, signal: AbortSignal) {
  try {
    return { page: await loadPage(pageKey, itemId, query, signal), query }
  } catch (error) {
    const params = new URLSearchParams(query)
    const refused = error instanceof ApiError ? LIST_KEYS.filter((key) => params.has(key) && error.concerns(key)) : []
    if (refused.length === 0) throw error
    for (const key of refused) params.delete(key)
    return { page: await loadPage(pageKey, itemId, params.toString(), signal), query: params.toString() }
  }
}
