import type { FieldSchema } from '../../../../shared/page.ts'
import type { RelatedFormData, RelatedFormSchema } from '../../../../shared/page-parts.ts'
import type { RelatedFormEdits } from '../../../../shared/page-save.ts'
import type { Conflict, Merge } from '../../edits/editor.ts'
import { wholeConflict } from '../../edits/whole-conflict.ts'
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

/**
 * What was typed since it was sent stays, unless the record is gone. Where another record stands in its place by now,
 * it stays an edit of the one that it was typed for, and the next save asks about it.
 */
export function settleRelated(
  state: RelatedState,
  sent: RelatedFormEdits,
  fresh: RelatedFormData,
  fields: readonly FieldSchema[],
): RelatedState {
  if (sent.remove) return startRelated(fresh, fields)
  const { baseline } = state.form
  if (isSameRecord(baseline, fresh) || baseline.id === null)
    return { ...state, form: settle(state.form, sent.values, fresh, fields) }
  const saved = { ...baseline, values: { ...baseline.values, ...sent.values } }
  const form = settle(state.form, sent.values, saved, fields)
  return changedFields(form).length === 0 ? startRelated(fresh, fields) : { ...state, form }
}

export function discardRelated({ form }: RelatedState): RelatedState {
  return { form: discard(form), begun: false, removed: false }
}

export function restoreRelated(state: RelatedState, discarded: RelatedState): RelatedState {
  return { ...discarded, form: restore(state.form, discarded.form) }
}

/** Names the conflict about which record it is. */
const WHICH = 'record'

/**
 * Somebody else's version: a removal is given up where there is something else to see now. What was typed for one record
 * never goes to another: where there is another one by now, or none, it is one conflict as a whole.
 *
 * @param schema `label`: what the form is called.
 */
export function mergeRelated(
  state: RelatedState,
  fresh: RelatedFormData,
  schema: Pick<RelatedFormSchema, 'fields' | 'mediaType'> & { readonly label: string },
  change: (change: (state: RelatedState) => RelatedState) => void,
): Merge {
  const { fields, mediaType, label } = schema
  const { form, removed } = state
  if (!isSameRecord(form.baseline, fresh)) {
    const asked = !removed && changesOf(state) > 0
    return {
      conflicts: asked ? [otherRecord(form.baseline, fresh, label)] : [],
      taken: asked ? [] : [label],
      apply: (giveUp) => change((now) => withOther(now, fresh, fields, giveUp)),
    }
  }
  const { id, etag } = fresh
  const record = id === null || etag === null ? {} : { record: { mediaType, id, etag } }
  const { conflicts, taken } = removed
    ? { conflicts: [], taken: mergeForm(discard(form), fresh, fields).taken }
    : mergeForm(form, fresh, fields)
  const same = etag === form.baseline.etag
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

/** Theirs, or mine still on top of the record that it was made for. */
function withOther(
  state: RelatedState,
  fresh: RelatedFormData,
  fields: readonly FieldSchema[],
  giveUp: ReadonlySet<string>,
): RelatedState {
  const given = state.removed || changesOf(state) === 0 || giveUp.has(WHICH)
  return given ? startRelated(fresh, fields) : state
}

function otherRecord(was: RelatedFormData, now: RelatedFormData, label: string): Conflict {
  const mine =
    was.id === null
      ? 'Made for a new record: stays here, not saved'
      : 'Made for the record that was here: stays, not saved'
  const theirs =
    now.id === null ? 'There is none any more' : was.id === null ? 'There is one by now' : 'It is another record by now'
  return { ...wholeConflict(WHICH, label, mine, theirs), unsavable: true }
}

function isSameRecord(one: { readonly id: RelatedFormData['id'] }, other: RelatedFormData): boolean {
  return one.id === other.id
}
