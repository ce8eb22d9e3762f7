import { useEffect, useState } from 'react'
import { loadValues, type OfferedValue } from '../api/values.ts'
import type { ChoiceSource } from './choices.ts'

/** What is offered, once it is wanted. A list that cannot be had is no obstacle: the value can be typed. */
export function useChoices(source: ChoiceSource | null, wanted: boolean) {
  const key = source === null ? null : JSON.stringify(source)
  const [found, setFound] = useState<{ readonly key: string; readonly values: readonly OfferedValue[] } | null>(null)
  useEffect(() => {
    if (key === null || !wanted) return
    const abort = new AbortController()
    loadValues(JSON.parse(key) as ChoiceSource, abort.signal).then(
      (values) => setFound({ key, values }),
      () => {
        if (!abort.signal.aborted) setFound({ key, values: [] })
      },
    )
    return () => abort.abort()
  }, [key, wanted])
  const values = found !== null && found.key === key ? found.values : null
  return { values: values ?? [], busy: wanted && key !== null && values === null }
}
