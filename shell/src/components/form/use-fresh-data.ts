import { useEffect } from 'react'
import type { FieldSchema, FormData } from '../../../../shared/page.ts'
import { type Change, changedFields, type FormState, rebase } from './form-state.ts'

/** A page that another part put on the screen shows in the form, unless there are edits, which are merged when saved. */
export function useFreshData(
  data: FormData,
  state: FormState,
  fields: readonly FieldSchema[],
  change: (change: Change) => void,
): void {
  const clean = changedFields(state).length === 0
  useEffect(() => {
    if (clean) change((now) => (now.taken === data ? now : { ...rebase(now, data, fields), taken: data }))
  }, [data, clean, fields, change])
}
