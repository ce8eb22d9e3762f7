import type { EntityId } from '../../../../../shared/envelope.ts'
import type { ListRow, RelatedLabel } from '../../../../../shared/page.ts'
import type { RowName } from '../../../../../shared/page-save.ts'

export type Values = Readonly<Record<string, unknown>>
export type Labels = Readonly<Record<string, readonly RelatedLabel[]>>

/** A row that is not saved yet: a record that was chosen, or a new one. */
export interface AddedRow {
  readonly key: string
  readonly relatedId?: EntityId
  /** What it is told by. */
  readonly name: string
  readonly values: Values
  /** What of a chosen record is shown and not sent. */
  readonly shown: Values
  readonly labels: Labels
}

/** What was changed of a row, with the row as it was when the user began. */
export interface ChangedRow {
  readonly row: ListRow
  readonly values: Values
  readonly labels: Labels
}

/** All that is unsaved in a list, by row, wherever the list is paged, sorted or filtered to. */
export interface ListEdits {
  readonly added: readonly AddedRow[]
  readonly changed: ReadonlyMap<EntityId, ChangedRow>
  readonly removed: ReadonlyMap<EntityId, ListRow>
  /** Of a list that keeps an order: the saved one, and the one shown, where removed rows keep their places. */
  readonly base: readonly EntityId[]
  readonly order: readonly RowName[]
  /** What is wrong, by row and field; the field `''` stands for the row. */
  readonly errors: ReadonlyMap<RowName, Readonly<Record<string, string>>>
}

export const NO_EDITS: ListEdits = {
  added: [],
  changed: new Map(),
  removed: new Map(),
  base: [],
  order: [],
  errors: new Map(),
}

export interface EditCounts {
  readonly added: number
  readonly removed: number
  readonly changed: number
  readonly moved: number
}

/** @example countsText({ added: 3, removed: 1, changed: 2, moved: 0 }) // '3 added, 1 removed, 2 changed' */
export function countsText(counts: EditCounts): string {
  const { added, removed, changed, moved } = counts
  return Object.entries({ added, removed, changed, moved })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}

/** @returns the row's values with what the user made of them. */
export function shownValues(edits: ListEdits, row: ListRow): Values {
  const changed = edits.changed.get(row.id)
  return changed === undefined ? row.values : { ...row.values, ...changed.values }
}

/** A key of a map that has one entry more, one fewer, or another in its place. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  if (value === undefined && !map.has(key)) return map
  const next = new Map(map)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}
