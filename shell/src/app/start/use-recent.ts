import { useEffect, useState } from 'react'
import type { RecentChange } from '../../../../shared/history.ts'
import { isAbort } from '../../api/api-error.ts'
import { loadRecent } from '../../api/history.ts'

/** The records that were changed last, by anyone or by the user; the former ones stay until the others are there. */
export function useRecent(mine: boolean) {
  const [entries, setEntries] = useState<readonly RecentChange[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    setError(null)
    loadRecent(mine, abort.signal).then(
      (found) => setEntries(found.entries),
      (failure: unknown) => {
        if (!isAbort(failure)) setError(failure)
      },
    )
    return () => abort.abort()
  }, [mine, attempt])
  return { entries, error, retry: () => setAttempt((count) => count + 1) }
}
