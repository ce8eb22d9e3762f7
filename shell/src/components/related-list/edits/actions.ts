import type { FieldSchema, ListRow, RelatedLabel } from '../../../../../shared/page.ts'
import type { RowName } from '../../../../../shared/page-save.ts'
import { sameValue } from '../../form/same-value.ts'
import { movesOf } from './collect.ts'
import { type AddedRow, type ChangedRow, type ListEdits, withEntry } from './list-edits.ts'
import { applyMoves } from './order.ts'

/** Puts rows at the end. */
export function addRows(edits: ListEdits, rows: readonly AddedRow[]): ListEdits {
  return {
    ...edits,
    added: [...edits.added, ...rows],
    order: [...edits.order, ...rows.map((row) => row.key)],
  }
}

/** Marks saved rows as removed; those not saved yet are taken away, and what was changed of a row is forgotten. */
export function removeRows(edits: ListEdits, rows: readonly (ListRow | string)[]): ListEdits {
  const keys = new Set(rows.filter((row) => typeof row === 'string'))
  const saved = rows.filter((row) => typeof row !== 'string')
  const removed = new Map(edits.removed)
  const changed = new Map(edits.changed)
  const errors = new Map(edits.errors)
  for (const row of saved) {
    // The row as it was when the user began to work on it: with that tag it is removed.
    removed.set(row.id, edits.removed.get(row.id) ?? edits.changed.get(row.id)?.row ?? row)
    changed.delete(row.id)
    errors.delete(row.id)
  }
  for (const key of keys) errors.delete(key)
  return {
    ...edits,
    added: edits.added.filter((row) => !keys.has(row.key)),
    order: edits.order.filter((name) => typeof name !== 'string' || !keys.has(name)),
    removed,
    changed,
    errors,
  }
}

/** Takes back the removal of rows. */
export function keepRows(edits: ListEdits, ids: readonly number[]): ListEdits {
  const removed = new Map(edits.removed)
  const errors = new Map(edits.errors)
  for (const id of ids) {
    removed.delete(id)
    errors.delete(id)
  }
  return { ...edits, removed, errors }
}

export interface CellChange {
  readonly field: FieldSchema
  readonly value: unknown
  readonly labels?: readonly RelatedLabel[] | undefined
}

/** Changes a cell of a saved row; one that is as it was again counts as unchanged. */
export function setCell(edits: ListEdits, row: ListRow, { field, value, labels }: CellChange): ListEdits {
  const before = edits.changed.get(row.id) ?? { row, values: {}, labels: {} }
  const { [field.name]: _, ...others } = before.values
  const values = sameValue(field, value, before.row.values[field.name]) ? others : { ...others, [field.name]: value }
  const next: ChangedRow = { ...before, values, labels: withLabels(before.labels, field.name, labels) }
  return {
    ...clearError(edits, row.id, field.name),
    changed: withEntry(edits.changed, row.id, Object.keys(values).length === 0 ? undefined : next),
  }
}

/** Changes a cell of a row that is not saved yet. */
export function setAddedCell(edits: ListEdits, key: string, { field, value, labels }: CellChange): ListEdits {
  const added = edits.added.map((row) =>
    row.key === key
      ? {
          ...row,
          values: { ...row.values, [field.name]: value },
          labels: withLabels(row.labels, field.name, labels),
        }
      : row,
  )
  return { ...clearError(edits, key, field.name), added }
}

/** Another version of a row that is not saved yet. */
export function replaceAdded(edits: ListEdits, row: AddedRow): ListEdits {
  return {
    ...edits,
    added: edits.added.map((one) => (one.key === row.key ? row : one)),
    errors: withEntry(edits.errors, row.key, undefined),
  }
}

/** Takes back what was changed of a row. */
export function revertRow(edits: ListEdits, id: number): ListEdits {
  return {
    ...edits,
    changed: withEntry(edits.changed, id, undefined),
    errors: withEntry(edits.errors, id, undefined),
  }
}

export function setOrder(edits: ListEdits, order: readonly RowName[]): ListEdits {
  return { ...edits, order }
}

/** The saved order as it was loaded: what the user moved stands where it was moved to, beside the same rows. */
export function withBase(edits: ListEdits, base: readonly number[]): ListEdits {
  const added = edits.added.map((row) => row.key)
  const moves = movesOf(edits)
  return { ...edits, base, order: applyMoves<RowName>([...base, ...added], moves, edits.order) }
}

function clearError(edits: ListEdits, name: RowName, field: string): ListEdits {
  const known = edits.errors.get(name)
  if (known === undefined) return edits
  // A message for the row as a whole was about what it held until now.
  const { [field]: _, '': _row, ...others } = known
  return { ...edits, errors: withEntry(edits.errors, name, Object.keys(others).length === 0 ? undefined : others) }
}

function withLabels(labels: AddedRow['labels'], name: string, chosen: readonly RelatedLabel[] | undefined) {
  return chosen === undefined ? labels : { ...labels, [name]: chosen }
}
