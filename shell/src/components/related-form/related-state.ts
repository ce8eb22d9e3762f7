import type { FieldSchema } from '../../../../shared/page.ts'
import type { RelatedFormData, RelatedFormSchema } from '../../../../shared/page-parts.ts'
import type { RelatedFormEdits } from '../../../../shared/page-save.ts'
import type { Merge } from '../../edits/editor.ts'
import { applyMerge, mergeForm } from '../form/form-merge.ts'
import {
  type Change,
  changedFields,
  discard,
  type FormState,
  rebase,
  restore,
  settle,
  startForm,
} from '../form/form-state.ts'
import { formEdits } from '../form/save-body.ts'

/** A form of a related record, and whether there is to be one. */
export interface RelatedState {
  readonly form: FormState
  /** The fields of a record that is not there yet are open. */
  readonly begun: boolean
  /** Saving takes the record away. */
  readonly removed: boolean
}

export function startRelated(data: RelatedFormData, fields: readonly FieldSchema[]): RelatedState {
  return { form: startForm(data, fields), begun: false, removed: false }
}

export function isNew({ form }: RelatedState): boolean {
  return form.baseline.id === null
}

export function withForm(state: RelatedState, change: Change): RelatedState {
  const form = change(state.form)
  return form === state.form ? state : { ...state, form }
}

/** Things to save: the removal of a record is one, whatever was typed into it. */
export function changesOf({ form, removed }: RelatedState): number {
  return removed ? 1 : changedFields(form).length
}

export function editsOf({ form, removed }: RelatedState, fields: readonly FieldSchema[]): RelatedFormEdits {
  const { id, etag } = form.baseline
  return removed ? { id, etag, values: {}, remove: true } : { id, etag, values: formEdits(form, fields).values }
}

/** What was typed since it was sent stays, unless the record is gone. */
export function settleRelated(
  state: RelatedState,
  sent: RelatedFormEdits,
  fresh: RelatedFormData,
  fields: readonly FieldSchema[],
): RelatedState {
  if (sent.remove) return startRelated(fresh, fields)
  return { ...state, form: settle(state.form, sent.values, fresh, fields) }
}

export function discardRelated({ form }: RelatedState): RelatedState {
  return { form: discard(form), begun: false, removed: false }
}

export function restoreRelated(state: RelatedState, discarded: RelatedState): RelatedState {
  return { ...discarded, form: restore(state.form, discarded.form) }
}

/** Somebody else's version: a removal is given up where there is something else to see now. */
export function mergeRelated(
  state: RelatedState,
  fresh: RelatedFormData,
  { fields, mediaType }: Pick<RelatedFormSchema, 'fields' | 'mediaType'>,
  change: (change: (state: RelatedState) => RelatedState) => void,
): Merge {
  const { form, removed } = state
  const { id, etag } = fresh
  const record = id === null || etag === null ? {} : { record: { mediaType, id, etag } }
  const { conflicts, taken } = removed
    ? { conflicts: [], taken: mergeForm(discard(form), fresh, fields).taken }
    : mergeForm(form, fresh, fields)
  const same = id === form.baseline.id && etag === form.baseline.etag
  return {
    conflicts,
    taken,
    ...record,
    apply: (giveUp) =>
      change((now) => ({
        ...now,
        removed: now.removed && same,
        form: now.removed ? rebase(discard(now.form), fresh, fields) : applyMerge(now.form, fresh, fields, giveUp),
      })),
  }
}
