import type { FieldSchema, FormData, FormSchema } from '../../../../shared/page.ts'
import type { FormEdits } from '../../../../shared/page-save.ts'
import type { Editor } from '../../edits/editor.ts'
import { MissingPart } from '../../edits/merge-all.ts'
import { useEditor } from '../../edits/page-edits.ts'
import { applyMerge, mergeForm } from './form-merge.ts'
import { type Change, changedFields, discard, type FormState, restore, settle, type Values } from './form-state.ts'
import { isEmpty } from './same-value.ts'
import { formEdits } from './save-body.ts'
import { sortErrors } from './server-errors.ts'
import { useFieldFocus } from './use-field-focus.ts'
import { validateValue } from './validate.ts'

interface FormEditorOptions {
  readonly componentKey: string
  readonly title: string
  readonly schema: FormSchema
  readonly state: FormState
  readonly change: (change: Change) => void
  readonly openTab: (key: string) => void
  /** The caller may save it. */
  readonly writable: boolean
}

/** Makes a form part of its page's save. */
export function useFormEditor({
  componentKey,
  title,
  schema,
  state,
  change,
  openTab,
  writable,
}: FormEditorOptions): void {
  const { fields, mediaType, labelField } = schema
  const { records } = state.baseline
  const focusField = useFieldFocus(componentKey, schema, openTab)
  const isNew = state.baseline.id === null && records === undefined
  const editor: Editor = {
    key: componentKey,
    title,
    changes: changedFields(state).length,
    problems: problemCount(state),
    ...(isNew ? { makesRecord: true } : {}),
    ...(records === undefined
      ? {}
      : { bulk: { mediaType, labelField, records, touched: touchedFields(state, fields) } }),
    check: () => {
      const errors = checkForm(schema, state, isNew)
      change((now) => ({ ...now, errors }))
      return Object.keys(errors).length + Object.keys(state.problems).length === 0
    },
    focusProblem: () => focusField(new Set([...Object.keys(state.errors), ...Object.keys(state.problems)])),
    collect: () => formEdits(state, fields),
    settle: (sent, fresh) => {
      const { values } = sent as FormEdits
      change((now) => settle(now, values, (fresh as FormData | null | undefined) ?? withValues(now, values), fields))
    },
    refuse: (errors) => {
      const sorted = sortErrors(errors, fields)
      change((now) => ({ ...now, errors: sorted.fields }))
      return sorted.others
    },
    // Without values there is no form on the page, and nothing to keep its edits.
    prepare: (fresh) => (fresh === null ? Promise.reject(new MissingPart(title)) : Promise.resolve(fresh)),
    merge: (data) => {
      const fresh = data as FormData
      const { conflicts, taken } = mergeForm(state, fresh, fields)
      return { conflicts, taken, apply: (giveUp) => change((now) => applyMerge(now, fresh, fields, giveUp)) }
    },
    discard: () => {
      const discarded = state
      change(discard)
      return () => change((now) => restore(now, discarded))
    },
  }
  useEditor(writable ? editor : null)
}

/** What is shown after a save whose answer is not to be had. */
function withValues({ baseline, labels }: FormState, values: Values): FormData {
  return { ...baseline, values: { ...baseline.values, ...values }, labels: { ...baseline.labels, ...labels } }
}

function touchedFields({ edits }: FormState, fields: readonly FieldSchema[]): readonly FieldSchema[] {
  return fields.filter(({ name }) => Object.hasOwn(edits, name))
}

/** A new record is checked whole; of an existing one only what changed, so that old sins do not block new work. */
export function checkForm(schema: FormSchema, state: FormState, whole: boolean): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of schema.fields) {
    const edited = Object.hasOwn(state.edits, field.name)
    if (field.readOnly || state.problems[field.name] !== undefined || !(whole || edited)) continue
    if (mayStayEmpty(state, field)) continue
    const error = validateValue(field, edited ? state.edits[field.name] : state.baseline.values[field.name])
    if (error !== null) errors[field.name] = error
  }
  return errors
}

/** A required list may be emptied in many records at once (specification, "Errors"). */
function mayStayEmpty({ baseline, edits }: FormState, { name, multiple = false }: FieldSchema): boolean {
  return multiple && baseline.records !== undefined && isEmpty(edits[name])
}

export function problemCount(state: FormState): number {
  return new Set([...Object.keys(state.errors), ...Object.keys(state.problems)]).size
}
