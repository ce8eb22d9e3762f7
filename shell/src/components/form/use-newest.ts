import { useCallback } from 'react'
import type { FieldSchema, FormData, PageResponse } from '../../../../shared/page.ts'
import { usePage } from '../../routing/page-context.ts'
import { rebase } from './form-state.ts'
import type { Change } from './use-save.ts'

/** Puts the record as the server has it now beneath the user's edits; `true` when it was to be had. */
export function useNewest(
  componentKey: string,
  fields: readonly FieldSchema[],
  change: (change: Change) => void,
): () => Promise<boolean> {
  const page = usePage()
  return useCallback(async () => {
    const fresh = await page.load().catch(() => null)
    const data = fresh && formData(fresh, componentKey)
    if (!fresh || !data) return false
    change((now) => rebase(now, data, fields))
    page.replace(fresh)
    return true
  }, [page, componentKey, fields, change])
}

export function formData(page: PageResponse, key: string): FormData | null {
  return (page.data.components.find((component) => component.key === key)?.data as FormData | null | undefined) ?? null
}
