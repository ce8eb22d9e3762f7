import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../api/api-error.ts'

export interface Loaded<T> {
  /** Null: it is not there yet. What is shown stays while it is loaded anew. */
  readonly value: T | null
  readonly error: unknown
  readonly reload: () => void
}

/** What `load` gives, once more with each revision. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, revision: number): Loaded<T> {
  const [value, setValue] = useState<T | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const current = useRef(load)
  current.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision and attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    setError(null)
    current.current(abort.signal).then(setValue, (failure: unknown) => {
      if (!isAbort(failure)) setError(failure)
    })
    return () => abort.abort()
  }, [revision, attempt])
  return { value, error, reload: () => setAttempt((count) => count + 1) }
}
