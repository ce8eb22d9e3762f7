import { useEffect, useState } from 'react'
import type { RecordPages } from '../../../../shared/page.ts'
import { loadRecordPages } from '../../api/display.ts'

export type PagesByType = Readonly<Record<string, RecordPages>>

/** Where records are found; nothing until it is known, and when it cannot be: names then lead nowhere. */
export function useRecordPages(): PagesByType {
  const [pages, setPages] = useState<PagesByType>({})
  useEffect(() => {
    const abort = new AbortController()
    loadRecordPages(abort.signal).then(setPages, () => undefined)
    return () => abort.abort()
  }, [])
  return pages
}
