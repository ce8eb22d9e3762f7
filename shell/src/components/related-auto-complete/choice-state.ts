import type { EntityId, ErrorObject } from '../../../../shared/envelope.ts'
import type { RelatedLabel } from '../../../../shared/page.ts'
import type { RelatedChoice, RelatedChoiceData, RelatedChoiceSchema } from '../../../../shared/page-parts.ts'
import type { RelatedChoiceEdits } from '../../../../shared/page-save.ts'
import type { Merge } from '../../edits/editor.ts'

/** What is chosen of a relation. Of one to many only what came and went is kept, since not all of it may be loaded. */
export interface ChoiceState {
  readonly baseline: RelatedChoiceData
  /** The page's data that the baseline began with, before more of it was loaded. */
  readonly taken: RelatedChoiceData
  /** Of a to-one relation: what is chosen in place of the saved one. */
  readonly chosen?: { readonly record: RelatedLabel | null }
  readonly added: readonly RelatedLabel[]
  readonly removed: ReadonlySet<EntityId>
  readonly error: string | null
}

export type ChoiceChange = (state: ChoiceState) => ChoiceState

export function startChoice(baseline: RelatedChoiceData): ChoiceState {
  return { baseline, taken: baseline, added: [], removed: new Set(), error: null }
}

/** The one record of a to-one relation, as it is on the screen. */
export function currentRecord({ baseline, chosen }: ChoiceState): RelatedLabel | null {
  return chosen === undefined ? (baseline.records[0] ?? null) : chosen.record
}

/** @param several many records are changed alike: nothing chosen leaves each as it is. */
export function choose(state: ChoiceState, record: RelatedLabel | null, several: boolean): ChoiceState {
  const { chosen: _, ...rest } = state
  const same = (record?.id ?? null) === (state.baseline.records[0]?.id ?? null)
  return { ...rest, error: null, ...(same || (several && record === null) ? {} : { chosen: { record } }) }
}

export function add(state: ChoiceState, record: RelatedLabel): ChoiceState {
  if (state.removed.has(record.id)) return putBack(state, record.id)
  const isThere = [...state.baseline.records, ...state.added].some(({ id }) => id === record.id)
  return isThere ? state : { ...state, error: null, added: [...state.added, record] }
}

export function remove(state: ChoiceState, id: EntityId): ChoiceState {
  const added = state.added.filter((record) => record.id !== id)
  if (added.length < state.added.length) return { ...state, error: null, added }
  return { ...state, error: null, removed: new Set([...state.removed, id]) }
}

export function putBack(state: ChoiceState, id: EntityId): ChoiceState {
  return { ...state, error: null, removed: new Set([...state.removed].filter((each) => each !== id)) }
}

/** The next block, below those that are there. */
export function append(state: ChoiceState, more: RelatedChoiceData): ChoiceState {
  const known = new Set(state.baseline.records.map(({ id }) => id))
  const records = [...state.baseline.records, ...more.records.filter(({ id }) => !known.has(id))]
  return { ...state, baseline: { ...more, records }, added: withoutThose(state.added, records) }
}

export function changeCount({ chosen, added, removed }: ChoiceState): number {
  return (chosen === undefined ? 0 : 1) + added.length + removed.size
}

/** How many records the relation comes to. */
export function currentCount({ baseline, added, removed }: ChoiceState): number {
  return baseline.count + added.length - removed.size
}

export function choiceEdits({ baseline, chosen, added, removed }: ChoiceState): RelatedChoiceEdits {
  const records = baseline.pageRecords === undefined ? {} : { records: baseline.pageRecords }
  if (chosen !== undefined) return { value: chosen.record?.id ?? null, ...records }
  return {
    ...records,
    ...(added.length === 0 ? {} : { add: added.map(({ id }) => id) }),
    ...(removed.size === 0 ? {} : { remove: [...removed] }),
  }
}

/** What is missing, as text; null: it may be sent. */
export function choiceFault(
  state: ChoiceState,
  { field }: Pick<RelatedChoiceSchema, 'field'>,
  several: boolean,
): string | null {
  const isEmpty = field.multiple ? currentCount(state) === 0 : currentRecord(state) === null
  return field.required && isEmpty && !several ? `${field.label} is required` : null
}

/** What was sent is saved; what was chosen since stays. */
export function settleChoice(state: ChoiceState, sent: RelatedChoiceEdits, fresh: RelatedChoiceData): ChoiceState {
  const [added, removed] = [new Set(sent.add), new Set(sent.remove)]
  const { chosen, ...rest } = state
  const isSaved = chosen !== undefined && (chosen.record?.id ?? null) === sent.value
  return {
    ...rest,
    ...(chosen === undefined || isSaved ? {} : { chosen }),
    baseline: fresh,
    taken: fresh,
    added: state.added.filter(({ id }) => !added.has(id)),
    removed: new Set([...state.removed].filter((id) => !removed.has(id))),
    error: null,
  }
}

export function discardChoice({ baseline, taken }: ChoiceState): ChoiceState {
  return { ...startChoice(baseline), taken }
}

export function restoreChoice({ baseline, taken }: ChoiceState, discarded: ChoiceState): ChoiceState {
  return { ...discarded, baseline, taken }
}

/** A newer version under what was chosen: sets go together by themselves, two choices of one record do not. */
export function mergeChoice(
  state: ChoiceState,
  fresh: RelatedChoiceData,
  { field }: Pick<RelatedChoiceSchema, 'field'>,
  change: (change: ChoiceChange) => void,
): Merge {
  const [was, theirs] = [state.baseline.records[0] ?? null, fresh.records[0] ?? null]
  const mine = currentRecord(state)
  const moved = field.multiple ? !sameRecords(state.baseline, fresh) : was?.id !== theirs?.id
  const asked = !field.multiple && moved && state.chosen !== undefined && mine?.id !== theirs?.id
  const shown = (record: RelatedLabel | null) => ({
    value: record?.id ?? null,
    labels: record === null ? [] : [record],
  })
  return {
    conflicts: asked ? [{ id: field.name, label: field.label, field, mine: shown(mine), theirs: shown(theirs) }] : [],
    taken: moved && !asked ? [field.label] : [],
    apply: (giveUp) => change((now) => rebaseChoice(giveUp.has(field.name) ? discardChoice(now) : now, fresh)),
  }
}

/** The same choice on top of other data. */
export function rebaseChoice(state: ChoiceState, fresh: RelatedChoiceData): ChoiceState {
  const { chosen, ...rest } = state
  const isThere = chosen !== undefined && (chosen.record?.id ?? null) === (fresh.records[0]?.id ?? null)
  return {
    ...rest,
    ...(chosen === undefined || isThere ? {} : { chosen }),
    baseline: fresh,
    taken: fresh,
    added: withoutThose(state.added, fresh.records),
    error: null,
  }
}

/** Puts what the server says where it belongs; gives back what has no place here. */
export function refusedChoice(errors: readonly ErrorObject[]): {
  readonly error: string | null
  readonly others: readonly ErrorObject[]
} {
  const isOwn = ({ source }: ErrorObject): boolean => /^\/(?:value|add|remove)(?:\/|$)|^$/.test(source?.pointer ?? '')
  const own = errors.filter(isOwn).map(({ detail, title }) => detail || title)
  return { error: own.length === 0 ? null : own.join(' '), others: errors.filter((error) => !isOwn(error)) }
}

function sameRecords(one: RelatedChoiceData, other: RelatedChoiceData): boolean {
  const shared = Math.min(one.records.length, other.records.length)
  const ids = ({ records }: RelatedChoiceData): string =>
    records
      .slice(0, shared)
      .map(({ id }) => id)
      .join()
  return one.count === other.count && ids(one) === ids(other)
}

function withoutThose(added: readonly RelatedLabel[], there: readonly RelatedChoice[]): readonly RelatedLabel[] {
  const known = new Set(there.map(({ id }) => id))
  return added.filter(({ id }) => !known.has(id))
}
