import { useCallback, useEffect, useState } from 'react'
import type { HistoryVersion, RelatedNames } from '../../../../shared/history.ts'
import { isAbort } from '../../api/api-error.ts'
import { type HistoryKey, loadHistory } from '../../api/history.ts'
import { mergeNames } from './names.ts'

interface Known {
  /** Newest first, as far as they were asked for. */
  readonly entries: readonly HistoryVersion[]
  readonly names: RelatedNames
  readonly total: number
  /** Pages read so far. */
  readonly pages: number
}

/** A record's history from its newest version on; older ones when asked for. */
export function useHistory({ mediaType, id }: HistoryKey) {
  const [known, setKnown] = useState<Known | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    setBusy(true)
    setError(null)
    loadHistory({ mediaType, id }, 0, abort.signal)
      .then(({ entries, names, total }) => setKnown({ entries, names, total, pages: 1 }))
      .catch((failure: unknown) => {
        if (!isAbort(failure)) setError(failure)
      })
      .finally(() => {
        if (!abort.signal.aborted) setBusy(false)
      })
    return () => abort.abort()
  }, [mediaType, id, attempt])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const older = async () => {
    if (known === null || busy) return
    setBusy(true)
    try {
      const more = await loadHistory({ mediaType, id }, known.pages)
      // A save meanwhile moves all versions on by one: the last one known may come again.
      const keys = new Set(known.entries.map(keyOf))
      const entries = [...known.entries, ...more.entries.filter((entry) => !keys.has(keyOf(entry)))]
      setKnown({
        entries,
        names: mergeNames(known.names, more.names),
        total: more.total,
        pages: known.pages + 1,
      })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { known, error, busy, reload, older }
}

/** A version that was removed has the number of the one before. */
function keyOf({ version, operation, at }: HistoryVersion): string {
  return `${version} ${operation} ${at}`
}
