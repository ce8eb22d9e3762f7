import { SECRET_PLACEHOLDER } from '../../../../shared/envelope.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { FormEdits } from '../../../../shared/page-save.ts'
import type { FormState, Values } from './form-state.ts'
import { isEmpty } from './same-value.ts'

/** What the server is to save of a form: a new record whole, of others what changed. */
export function formEdits(state: FormState, fields: readonly FieldSchema[]): FormEdits {
  const { baseline, edits } = state
  const { records } = baseline
  const isNew = baseline.id === null && records === undefined
  const values = writable(fields, isNew ? newValues(baseline.values, edits) : edits)
  return records === undefined ? { values } : { values, records }
}

function writable(fields: readonly FieldSchema[], values: Values): Values {
  const written: Record<string, unknown> = {}
  for (const { name, readOnly, multiple } of fields) {
    if (readOnly || !Object.hasOwn(values, name) || values[name] === SECRET_PLACEHOLDER) continue
    written[name] = values[name] ?? (multiple ? [] : null)
  }
  return written
}

/** What a new record is created with: every value there is, the untouched defaults too. */
export function newValues(baseline: Values, edits: Values): Values {
  return Object.fromEntries(Object.entries({ ...baseline, ...edits }).filter(([, value]) => !isEmpty(value)))
}
