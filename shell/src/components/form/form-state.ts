import type { FieldSchema, FormData, RelatedLabel } from '../../../../shared/page.ts'
import { isEmpty, sameValue } from './same-value.ts'

/** A form's whole state. What the user changed stands apart from what the server said, so that neither ever hides the other. */
export interface FormState {
  readonly baseline: FormData
  /** Only fields whose value differs from the baseline's. */
  readonly edits: Values
  /** Labels of related records chosen by hand. */
  readonly labels: Readonly<Record<string, readonly RelatedLabel[]>>
  /** What widgets hold that is no value yet. */
  readonly problems: Messages
  /** What is wrong, as shown at the fields: found on saving, here or by the server. */
  readonly errors: Messages
  /** Raised to make a widget forget its draft. */
  readonly revisions: Readonly<Record<string, number>>
  /** What the component was last given to show; the baseline begins as that. */
  readonly taken: FormData
}

export type Change = (state: FormState) => FormState
export type Values = Readonly<Record<string, unknown>>
export type Messages = Readonly<Record<string, string>>

/** A new record starts from the fields' defaults where the server gave no value. */
export function startForm(data: FormData, fields: readonly FieldSchema[]): FormState {
  const values: Record<string, unknown> = { ...data.values }
  if (data.id === null && data.records === undefined) {
    for (const { name, defaultValue } of fields)
      if (isEmpty(values[name]) && !isEmpty(defaultValue)) values[name] = defaultValue
  }
  return { baseline: { ...data, values }, edits: {}, labels: {}, problems: {}, errors: {}, revisions: {}, taken: data }
}

export function currentValue(state: FormState, name: string): unknown {
  return Object.hasOwn(state.edits, name) ? state.edits[name] : state.baseline.values[name]
}

export function labelsOf(state: FormState, name: string): readonly RelatedLabel[] {
  return [...(state.labels[name] ?? []), ...(state.baseline.labels[name] ?? [])]
}

/** Whether several records are edited that do not all hold the same: what is set then counts for all, even nothing. */
export function isSeveral({ baseline }: FormState, name: string): boolean {
  return baseline.records !== undefined && !Object.hasOwn(baseline.values, name)
}

/** The fields that hold something unsaved, drafts included. */
export function changedFields(state: FormState): string[] {
  return [...new Set([...Object.keys(state.edits), ...Object.keys(state.problems)])]
}

export function setValue(
  state: FormState,
  field: FieldSchema,
  value: unknown,
  labels?: readonly RelatedLabel[],
): FormState {
  const same = !isSeveral(state, field.name) && sameValue(field, value, state.baseline.values[field.name])
  return {
    ...state,
    edits: same ? without(state.edits, field.name) : { ...state.edits, [field.name]: value },
    labels: labels ? { ...state.labels, [field.name]: labels } : state.labels,
    errors: without(state.errors, field.name),
  }
}

export function setProblem(state: FormState, name: string, problem: string | null): FormState {
  if ((state.problems[name] ?? null) === problem) return state
  return {
    ...state,
    problems: problem === null ? without(state.problems, name) : { ...state.problems, [name]: problem },
    errors: without(state.errors, name),
  }
}

export function revert(state: FormState, name: string): FormState {
  return {
    ...state,
    edits: without(state.edits, name),
    problems: without(state.problems, name),
    errors: without(state.errors, name),
    revisions: raised(state.revisions, [name]),
  }
}

export function discard(state: FormState): FormState {
  return {
    ...state,
    edits: {},
    problems: {},
    errors: {},
    labels: {},
    revisions: raised(state.revisions, changedFields(state)),
  }
}

/** Puts discarded edits back; half-typed drafts are gone with their widgets. */
export function restore(state: FormState, discarded: FormState): FormState {
  const names = Object.keys(discarded.edits)
  return { ...state, edits: discarded.edits, labels: discarded.labels, revisions: raised(state.revisions, names) }
}

/** A newer version under the user's edits: what they changed stays theirs, everything else becomes the server's. */
export function rebase(state: FormState, fresh: FormData, fields: readonly FieldSchema[]): FormState {
  const after = { ...state, baseline: fresh }
  const edits: Record<string, unknown> = {}
  for (const field of fields) {
    const { name } = field
    if (!Object.hasOwn(state.edits, name)) continue
    const value = state.edits[name]
    if (isSeveral(after, name) || !sameValue(field, value, fresh.values[name])) edits[name] = value
  }
  return { ...after, edits, errors: {} }
}

/** After a save: what was sent is no edit any more, what was typed since stays one, on top of what there is now. */
export function settle(state: FormState, sent: Values, fresh: FormData, fields: readonly FieldSchema[]): FormState {
  const edits = Object.fromEntries(
    Object.entries(state.edits).filter(([name, value]) => !Object.hasOwn(sent, name) || !isSent(sent[name], value)),
  )
  return rebase({ ...state, edits }, fresh, fields)
}

/** What is sent in place of nothing depends on the field. */
function isSent(sent: unknown, value: unknown): boolean {
  return sent === value || (isEmpty(sent) && isEmpty(value))
}

function without<T>(record: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  if (!Object.hasOwn(record, name)) return record
  const { [name]: _, ...rest } = record
  return rest
}

function raised(
  revisions: Readonly<Record<string, number>>,
  names: readonly string[],
): Readonly<Record<string, number>> {
  return { ...revisions, ...Object.fromEntries(names.map((name) => [name, (revisions[name] ?? 0) + 1])) }
}
