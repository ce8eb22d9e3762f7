import { useEffect, useState } from 'react'
import type { VersionDifference } from '../../../../shared/history.ts'
import { isAbort } from '../../api/api-error.ts'
import { type HistoryKey, loadDifference } from '../../api/history.ts'

/** Which versions are compared; `to` null is now. */
export interface Compared {
  readonly from: number
  readonly to: number | null
}

/** The net difference of two versions; nothing is asked while none are to be compared. */
export function useDifference({ mediaType, id }: HistoryKey, compared: Compared | null) {
  const [found, setFound] = useState<{ readonly key: string; readonly difference: VersionDifference } | null>(null)
  const [failure, setFailure] = useState<{ readonly key: string; readonly error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { from = null, to = null } = compared ?? {}
  const key = `${from}-${to}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    if (from === null) return
    const abort = new AbortController()
    setFailure(null)
    loadDifference({ mediaType, id }, from, to, abort.signal).then(
      (difference) => setFound({ key, difference }),
      (error: unknown) => {
        if (!isAbort(error)) setFailure({ key, error })
      },
    )
    return () => abort.abort()
  }, [mediaType, id, from, to, key, attempt])

  return {
    difference: found?.key === key ? found.difference : null,
    error: failure?.key === key ? failure.error : null,
    retry: () => setAttempt((count) => count + 1),
  }
}
