import { SECRET_PLACEHOLDER } from '../../../../shared/envelope.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { Values } from './form-state.ts'
import { isEmpty } from './same-value.ts'

/** The element of a write body that holds just these values: plain fields beside `_links`. */
export function writeElement(fields: readonly FieldSchema[], values: Values): Record<string, unknown> {
  const element: Record<string, unknown> = {}
  const links: Record<string, unknown> = {}
  for (const field of fields) {
    if (field.readOnly || !Object.hasOwn(values, field.name)) continue
    const value = values[field.name]
    if (value === SECRET_PLACEHOLDER) continue
    if (field.linkKey === undefined) element[field.name] = value ?? null
    else links[field.linkKey] = value ?? (field.multiple ? [] : null)
  }
  return Object.keys(links).length === 0 ? element : { ...element, _links: links }
}

/** What a new record is created with: every value there is, the untouched defaults too. */
export function newValues(baseline: Values, edits: Values): Values {
  return Object.fromEntries(Object.entries({ ...baseline, ...edits }).filter(([, value]) => !isEmpty(value)))
}
