import { useEffect, useState } from 'react'
import type { ListData, ListQuery, ListSchema } from '../../../../shared/page.ts'
import { isAbort } from '../../api/api-error.ts'
import { loadComponent } from '../../api/display.ts'
import { printListQuery } from '../../routing/list-query.ts'
import { usePage } from '../../routing/page-context.ts'
import { filterError } from './filter-model.ts'

interface Loaded {
  /** The query the rows answer; `null` before the first answer. */
  readonly key: string | null
  readonly data: ListData | null
}

/** The rows for a query: the page's own when it brought them, else fetched; the old ones stay until the new ones are there. */
export function useListData(componentKey: string, initial: ListData | null, query: ListQuery) {
  const { pageKey, itemId, urlListKey, loadedQuery } = usePage()
  const key = printListQuery(query)
  const initialKey = initial === null ? null : urlListKey === componentKey ? loadedQuery : ''
  const [loaded, setLoaded] = useState<Loaded>({ key: initialKey, data: initial })
  const [failure, setFailure] = useState<{ readonly key: string; readonly error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [seen, setSeen] = useState(initial)
  if (seen !== initial) {
    setSeen(initial)
    // What is shown stays until the rows of its own page are there again.
    setLoaded((now) =>
      initialKey === key || now.data === null ? { key: initialKey, data: initial } : { key: null, data: now.data },
    )
  }
  const broken = filterError(query.filter ?? '')
  const fresh = loaded.key === key

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    if (fresh || broken !== null) return
    const abort = new AbortController()
    loadComponent<ListSchema, ListData>({ pageKey, itemId, componentKey }, key, abort.signal).then(
      (response) => {
        setLoaded({ key, data: response.data.data })
        setFailure(null)
      },
      (error: unknown) => {
        if (!isAbort(error) && !abort.signal.aborted) setFailure({ key, error })
      },
    )
    return () => abort.abort()
  }, [key, fresh, broken === null, pageKey, itemId, componentKey, attempt])

  const error = broken ?? (failure?.key === key ? failure.error : null)
  const retry = () => {
    setFailure(null)
    setAttempt((count) => count + 1)
  }
  /** Asks again for what is shown; `meanwhile` stands in its place until then. */
  const reload = (meanwhile?: ListData) => setLoaded((now) => ({ key: null, data: meanwhile ?? now.data }))
  return { data: loaded.data, busy: !fresh && error === null, error, retry, reload }
}
