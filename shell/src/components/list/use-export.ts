import { useEffect, useRef } from 'react'
import type { ListColumn } from '../../../../shared/page.ts'
import { ApiError, isAbort, NetworkError } from '../../api/api-error.ts'
import { type ExportFormat, type ExportQuery, exportRecords } from '../../api/export.ts'
import { saveFile } from '../../interaction/save-file.ts'
import { showToast } from '../../interaction/toasts.tsx'
import { askWhy } from '../../why/asked.ts'
import { parseSort, printSort } from './sort.ts'

/** Saves what a list shows, all pages of it, as a file; says how it goes, and can be called off. */
export function useExport() {
  const running = useRef<AbortController>(undefined)
  // What was begun on a list that is left goes on unseen at best, so it ends with it.
  useEffect(() => () => running.current?.abort(), [])

  return async (query: ExportQuery, format: ExportFormat) => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    showToast({ text: 'Exporting…', stays: true, action: { label: 'Cancel', run: () => abort.abort() } })
    try {
      const name = `${query.mediaType}.${format}`
      saveFile(await exportRecords(query, format, abort.signal), name)
      showToast({ text: `${name} is downloaded` })
    } catch (error) {
      if (isAbort(error)) {
        if (running.current === abort) showToast(null)
        return
      }
      const why = error instanceof NetworkError ? 'the connection broke off' : (error as Error).message
      const forbidden = error instanceof ApiError && error.status === 403
      const reasons = () => askWhy({ mediaType: query.mediaType, id: null, action: 'read' })
      showToast({
        text: `Not exported: ${why}`,
        tone: 'error',
        ...(forbidden ? { stays: true, action: { label: 'Why can’t I?', run: reasons } } : {}),
      })
    }
  }
}

/** The list's order as the data API knows it: it sorts by related records as they are shown, by their labels. */
export function exportSort(sort: string, columns: readonly ListColumn[]): string {
  return printSort(
    parseSort(sort).map(({ field, descending }) => {
      const column = columns.find(({ name }) => name === field)
      const label = column?.multiple ? undefined : column?.relatedLabelField
      return { field: label === undefined ? field : `${field}[${label}]`, descending }
    }),
  )
}
