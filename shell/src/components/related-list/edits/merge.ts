import type { ListColumn, ListRow, RelatedLabel } from '../../../../../shared/page.ts'
import type { Conflict, Merge } from '../../../edits/editor.ts'
import { wholeConflict } from '../../../edits/whole-conflict.ts'
import { sameValue } from '../../form/same-value.ts'
import { withBase } from './actions.ts'
import type { ChangedRow, ListEdits } from './list-edits.ts'

/** A list as it is now: the rows that were edited, and its order where it has one. */
export interface FreshList {
  readonly rows: ReadonlyMap<number, ListRow>
  readonly order: readonly number[] | null
}

/** What of a list its changes are told by. */
interface MergedList {
  readonly title: string
  readonly columns: readonly ListColumn[]
  readonly nameOf: (row: ListRow) => string
}

interface Differences {
  readonly conflicts: readonly Conflict[]
  readonly taken: readonly string[]
}

/** What the user's edits and somebody else's come to: by cell, and by row where one of them removed it. */
export function mergeEdits(
  edits: ListEdits,
  fresh: FreshList,
  { columns, title, nameOf }: MergedList,
  apply: (merged: ListEdits) => void,
): Merge {
  const found = [
    ...[...edits.changed.values()].map((change) => changedDifferences(change, fresh, columns, nameOf)),
    ...[...edits.removed.values()].map((row) => removedDifferences(row, fresh, columns, nameOf)),
  ]
  const conflicts = found.flatMap((one) => one.conflicts)
  return {
    conflicts,
    taken: [...found.flatMap((one) => one.taken), ...orderTaken(edits, fresh, title)],
    apply: (giveUp) => apply(rebased(edits, fresh, columns, giveUp)),
  }
}

/** The fresh rows under the user's edits; conflicts that are given up become theirs. */
function rebased(
  edits: ListEdits,
  fresh: FreshList,
  columns: readonly ListColumn[],
  giveUp: ReadonlySet<string>,
): ListEdits {
  const changed = new Map<number, ChangedRow>()
  for (const [id, change] of edits.changed) {
    const row = fresh.rows.get(id)
    if (row === undefined) {
      if (!giveUp.has(rowConflict(id))) changed.set(id, change)
      continue
    }
    const values = Object.entries(change.values).filter(([name, value]) => {
      const column = columns.find((one) => one.name === name)
      return !giveUp.has(cellConflict(id, name)) && !(column && sameValue(column, value, row.values[name]))
    })
    if (values.length > 0) changed.set(id, { ...change, row, values: Object.fromEntries(values) })
  }
  const removed = new Map<number, ListRow>()
  for (const id of edits.removed.keys()) {
    const row = fresh.rows.get(id)
    if (row !== undefined && !giveUp.has(rowConflict(id))) removed.set(id, row)
  }
  const merged = { ...edits, changed, errors: new Map() }
  return { ...(fresh.order === null ? merged : withBase(merged, fresh.order)), removed }
}

function changedDifferences(
  { row, values, labels }: ChangedRow,
  fresh: FreshList,
  columns: readonly ListColumn[],
  nameOf: (row: ListRow) => string,
): Differences {
  const name = nameOf(row)
  const now = fresh.rows.get(row.id)
  if (now === undefined) {
    return { conflicts: [wholeConflict(rowConflict(row.id), name, 'Changed', 'No longer in the list')], taken: [] }
  }
  const theirs = columns.filter((column) => !sameValue(column, now.values[column.name], row.values[column.name]))
  const both = theirs.filter(
    (column) => Object.hasOwn(values, column.name) && !sameValue(column, values[column.name], now.values[column.name]),
  )
  return {
    conflicts: both.map((column) => ({
      id: cellConflict(row.id, column.name),
      label: `${name}: ${column.label}`,
      field: column,
      mine: { value: values[column.name], labels: known(labels[column.name], row.labels[column.name]) },
      theirs: { value: now.values[column.name], labels: known(now.labels[column.name]) },
    })),
    taken: theirs.filter((column) => !Object.hasOwn(values, column.name)).map((column) => `${name}: ${column.label}`),
  }
}

function removedDifferences(
  row: ListRow,
  fresh: FreshList,
  columns: readonly ListColumn[],
  nameOf: (row: ListRow) => string,
): Differences {
  const now = fresh.rows.get(row.id)
  if (now === undefined) return { conflicts: [], taken: [] }
  const same = columns.every((column) => sameValue(column, now.values[column.name], row.values[column.name]))
  return { conflicts: same ? [] : [wholeConflict(rowConflict(row.id), nameOf(row), 'Removed', 'Changed')], taken: [] }
}

function orderTaken(edits: ListEdits, { order }: FreshList, title: string): readonly string[] {
  if (order === null) return []
  const same = order.length === edits.base.length && order.every((id, index) => id === edits.base[index])
  return same ? [] : [`${title}, their order`]
}

function known(...lists: readonly (readonly RelatedLabel[] | undefined)[]): readonly RelatedLabel[] {
  return lists.flatMap((list) => list ?? [])
}

const cellConflict = (id: number, name: string): string => `${id}.${name}`
const rowConflict = (id: number): string => String(id)
