import { useEffect, useState } from 'react'
import type { AccountSection } from './section.ts'
import { SECTIONS } from './sections.ts'

/** The sections there are for this user. */
export function useSections(): readonly AccountSection[] {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const abort = new AbortController()
    for (const { key, appears } of SECTIONS) {
      appears?.(abort.signal).then(
        (there) => there && setFound((keys) => new Set([...keys, key])),
        // it can be told of once there is something in it
        () => undefined,
      )
    }
    return () => abort.abort()
  }, [])
  return SECTIONS.filter(({ key, appears }) => appears === undefined || found.has(key))
}
