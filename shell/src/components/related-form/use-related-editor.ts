import type { RelatedFormData, RelatedFormSchema } from '../../../../shared/page-parts.ts'
import type { RelatedFormEdits } from '../../../../shared/page-save.ts'
import type { Editor } from '../../edits/editor.ts'
import { useEditor } from '../../edits/page-edits.ts'
import { sortErrors } from '../form/server-errors.ts'
import { useFieldFocus } from '../form/use-field-focus.ts'
import { checkForm, problemCount } from '../form/use-form-editor.ts'
import {
  changesOf,
  discardRelated,
  editsOf,
  isNew,
  mergeRelated,
  type RelatedState,
  restoreRelated,
  settleRelated,
  withForm,
} from './related-state.ts'

interface RelatedEditorOptions {
  readonly componentKey: string
  readonly title: string
  readonly schema: RelatedFormSchema
  readonly state: RelatedState
  readonly change: (change: (state: RelatedState) => RelatedState) => void
  readonly openTab: (key: string) => void
}

/** Makes the form of a related record part of its page's save. Nothing is asked for before something is filled in. */
export function useRelatedEditor({ componentKey, title, schema, state, change, openTab }: RelatedEditorOptions): void {
  const { fields } = schema
  const { form, removed } = state
  const focusField = useFieldFocus(componentKey, schema, openTab)
  const editor: Editor = {
    key: componentKey,
    title,
    changes: changesOf(state),
    problems: removed ? 0 : problemCount(form),
    check: () => {
      if (removed) return true
      const errors = checkForm(schema, form, isNew(state))
      change((now) => withForm(now, (was) => ({ ...was, errors })))
      return Object.keys(errors).length + Object.keys(form.problems).length === 0
    },
    focusProblem: () => focusField(new Set([...Object.keys(form.errors), ...Object.keys(form.problems)])),
    collect: () => editsOf(state, fields),
    settle: (sent, fresh) => {
      const now = (fresh ?? form.baseline) as RelatedFormData
      change((was) => settleRelated(was, sent as RelatedFormEdits, now, fields))
    },
    refuse: (errors) => {
      const sorted = sortErrors(errors, fields)
      change((now) => withForm(now, (was) => ({ ...was, errors: sorted.fields })))
      return sorted.others
    },
    merge: (fresh) =>
      mergeRelated(state, (fresh ?? form.baseline) as RelatedFormData, { ...schema, label: title }, change),
    discard: () => {
      change(discardRelated)
      return () => change((now) => restoreRelated(now, state))
    },
  }
  const { canCreate, canWrite, removal } = schema
  useEditor((isNew(state) ? canCreate : canWrite || removal !== undefined) ? editor : null)
}
