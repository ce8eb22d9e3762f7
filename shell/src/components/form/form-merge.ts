import type { FieldSchema, FormData } from '../../../../shared/page.ts'
import type { Conflict } from '../../edits/editor.ts'
import { type FormState, labelsOf, rebase, type Values } from './form-state.ts'
import { sameValue } from './same-value.ts'

export interface FormMerge {
  /** Of fields that both changed, to different values. */
  readonly conflicts: readonly Conflict[]
  /** Labels of what only they changed, or of sets to which both added or from which both took. */
  readonly taken: readonly string[]
  /** Edits that are neither mine nor theirs: sets that hold what both came to. */
  readonly joined: Values
}

/** What the edits of a form and a newer version of its record come to together [R6]. */
export function mergeForm(state: FormState, fresh: FormData, fields: readonly FieldSchema[]): FormMerge {
  const conflicts: Conflict[] = []
  const taken: string[] = []
  const joined: Record<string, unknown> = {}
  for (const field of fields) {
    const { name, label } = field
    const base = state.baseline.values[name]
    const theirs = fresh.values[name]
    if (field.readOnly || sameValue(field, theirs, base)) continue
    if (!Object.hasOwn(state.edits, name)) {
      taken.push(label)
      continue
    }
    const mine = state.edits[name]
    if (sameValue(field, mine, theirs)) continue
    const both = joinSets(field, base, mine, theirs)
    if (both === null) conflicts.push(conflictOf(field, state, fresh))
    else {
      joined[name] = both
      taken.push(label)
    }
  }
  return { conflicts, taken, joined }
}

/** Puts the newer version under the edits; those of the named fields are given up. */
export function applyMerge(
  state: FormState,
  fresh: FormData,
  fields: readonly FieldSchema[],
  giveUp: ReadonlySet<string>,
): FormState {
  const { joined } = mergeForm(state, fresh, fields)
  const edits = Object.fromEntries(Object.entries({ ...state.edits, ...joined }).filter(([name]) => !giveUp.has(name)))
  // Widgets keep what was typed in them: those that show something else now forget it.
  const changed = fields.filter(({ name }) => giveUp.has(name) || Object.hasOwn(joined, name))
  const revisions = Object.fromEntries(changed.map(({ name }) => [name, (state.revisions[name] ?? 0) + 1]))
  return rebase({ ...state, edits, revisions: { ...state.revisions, ...revisions } }, fresh, fields)
}

function conflictOf(field: FieldSchema, state: FormState, fresh: FormData): Conflict {
  return {
    id: field.name,
    label: field.label,
    field,
    mine: { value: state.edits[field.name], labels: labelsOf(state, field.name) },
    theirs: { value: fresh.values[field.name], labels: fresh.labels[field.name] ?? [] },
  }
}

/** Of a relation without an order: theirs, with what I added and without what I took out; null for anything else. */
function joinSets(
  { multiple = false, ordered = false }: FieldSchema,
  base: unknown,
  mine: unknown,
  theirs: unknown,
): readonly unknown[] | null {
  if (!multiple || ordered) return null
  const [was, is, others] = [base ?? [], mine ?? [], theirs ?? []]
  if (!Array.isArray(was) || !Array.isArray(is) || !Array.isArray(others)) return null
  const before = new Set<unknown>(was)
  const removed = new Set<unknown>(was.filter((id: unknown) => !is.includes(id)))
  const added = is.filter((id: unknown) => !before.has(id))
  return [...new Set<unknown>([...others.filter((id: unknown) => !removed.has(id)), ...added])]
}
