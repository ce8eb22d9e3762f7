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
        requestAnimationFrame(() => requestAnimationFrame(() => focus(prefix, name)))
        return
      }
    },
    [prefix, schema, openTab],
  )
}

/** Another form of the page may have a field of the same name. */
function focus(prefix: string, name: string): void {
  const [form, field] = [CSS.escape(prefix), CSS.escape(name)]
  const row = document.querySelector(`[data-component="${form}"] [data-field="${field}"]`)
  row?.scrollIntoView({ block: 'center' })
  const target = document.getElementById(fieldId(prefix, name)) ?? row?.querySelector<HTMLElement>(FOCUSABLE)
  target?.focus({ preventScroll: true })
}
