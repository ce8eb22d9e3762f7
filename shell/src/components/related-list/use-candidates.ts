import { useEffect, useRef, useState } from 'react'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { isAbort } from '../../api/api-error.ts'
import { type CandidatePage, loadCandidates } from './candidates.ts'

interface Found {
  readonly page: CandidatePage | null
  /** Those that stand in the list as it is saved. */
  readonly present: ReadonlySet<number>
  readonly error: unknown
}

/** Milliseconds of rest before what was typed is looked up. */
const REST = 200

/** A page of the records that may be chosen; what was found stays until something else is. */
export function useCandidates(
  schema: RelatedListSchema,
  text: string,
  page: number,
  presentOf: (ids: readonly number[], signal: AbortSignal) => Promise<ReadonlySet<number>>,
) {
  const [found, setFound] = useState<Found>({ page: null, present: new Set(), error: null })
  const [busy, setBusy] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const look = useRef(presentOf)
  look.current = presentOf
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    setBusy(true)
    const ask = async () => {
      const next = await loadCandidates(schema, text, page, abort.signal)
      const ids = next.candidates.map(({ id }) => id)
      const present = ids.length === 0 ? new Set<number>() : await look.current(ids, abort.signal)
      return { page: next, present, error: null }
    }
    const timer = setTimeout(
      () =>
        ask()
          .catch((error: unknown): Found | null => (isAbort(error) ? null : { page: null, present: new Set(), error }))
          .then((next) => {
            if (next === null || abort.signal.aborted) return
            setFound(next)
            setBusy(false)
          }),
      text === '' ? 0 : REST,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [schema, text, page, attempt])
  return { ...found, busy, retry: () => setAttempt((count) => count + 1) }
}
