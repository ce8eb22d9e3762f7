import { useCallback } from 'react'
import type { FormSchema } from '../../../../shared/page.ts'
import { fieldId } from './field-row.tsx'

const FOCUSABLE =
  'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [contenteditable="true"], [tabindex="0"]'

/** Brings the user to the first of the named fields, on whichever tab it stands. */
export function useFieldFocus(prefix: string, schema: FormSchema, openTab: (key: string) => void) {
  return useCallback(
    (names: ReadonlySet<string>) => {
      for (const tab of schema.tabs) {
        const name = tab.fields.find((candidate) => names.has(candidate))
        if (name === undefined) continue
        openTab(tab.key)
        // A tab shown for the first time has its fields only after the next paint.
        requestAnimationFrame(() => requestAnimationFrame(() => focus(fieldId(prefix, name), name)))
        return
      }
    },
    [prefix, schema, openTab],
  )
}

function focus(id: string, name: string): void {
  const row = document.querySelector(`[data-field="${CSS.escape(name)}"]`)
  row?.scrollIntoView({ block: 'center' })
  const target = document.getElementById(id) ?? row?.querySelector<HTMLElement>(FOCUSABLE)
  target?.focus({ preventScroll: true })
}
