import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListData, ListRow } from '../../../../shared/page.ts'
import { isAbort } from '../../api/api-error.ts'
import type { RowAccess } from './access.ts'

interface Loaded {
  readonly rows: readonly ListRow[]
  /** As many as there are, loaded or not. */
  readonly count: number
  readonly complete: boolean
}

/** All rows of a list that keeps an order, read block by block; the page brings the first one. */
export function useAllRows(initial: ListData | null, access: RowAccess) {
  const [loaded, setLoaded] = useState<Loaded | null>(() => (initial === null ? null : joined([], initial)))
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const first = useRef(initial)
  const [seen, setSeen] = useState(initial)
  if (seen !== initial) {
    setSeen(initial)
    first.current = initial
    setAttempt((count) => count + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    const read = async () => {
      const begun = first.current ?? (await access.block(0, abort.signal))
      first.current = null
      let now = joined([], begun)
      // What is shown stays until all is there anew; only the first time rows come bit by bit.
      setLoaded((shown) => (shown === null || now.complete ? now : shown))
      for (let page = 1; !now.complete && page < begun.pageCount; page += 1) {
        const block = await access.block(page, abort.signal)
        now = joined(now.rows, block)
        const next = now
        setLoaded((shown) => (next.complete || shown === null || !shown.complete ? next : shown))
      }
      // Rows that went meanwhile leave fewer than there were.
      setLoaded({ ...now, count: now.rows.length, complete: true })
    }
    setError(null)
    read().catch((failure: unknown) => {
      if (!isAbort(failure) && !abort.signal.aborted) setError(failure)
    })
    return () => abort.abort()
  }, [access, attempt])

  const reload = useCallback((meanwhile?: readonly ListRow[]) => {
    if (meanwhile) setLoaded({ rows: meanwhile, count: meanwhile.length, complete: true })
    setAttempt((count) => count + 1)
  }, [])
  return { loaded, error, retry: reload, reload }
}

function joined(rows: readonly ListRow[], block: ListData): Loaded {
  const known = new Set(rows.map(({ id }) => id))
  const all = [...rows, ...block.rows.filter(({ id }) => !known.has(id))]
  const count = Math.max(block.rowCount, all.length)
  return { rows: all, count, complete: all.length >= count }
}
