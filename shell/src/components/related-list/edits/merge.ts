import type { ListColumn, ListRow, RelatedLabel } from '../../../../../shared/page.ts'
import type { RowName } from '../../../../../shared/page-save.ts'
import type { Conflict, Merge } from '../../../edits/editor.ts'
import { wholeConflict } from '../../../edits/whole-conflict.ts'
import { sameValue } from '../../form/same-value.ts'
import { withBase } from './actions.ts'
import { filledValues } from './collect.ts'
import type { ChangedRow, ListEdits } from './list-edits.ts'

/** A list as it is now: the rows that were edited, those of records that were added, and its order where it has one. */
export interface FreshList {
  readonly rows: ReadonlyMap<number, ListRow>
  readonly order: readonly number[] | null
  /** The edited rows that were looked up; null: all are there. What is edited since then is not known, and is left alone. */
  readonly known: ReadonlySet<RowName> | null
}

/** What of a list its changes are told by. */
interface MergedList {
  readonly title: string
  readonly columns: readonly ListColumn[]
  readonly nameOf: (row: ListRow) => string
  /** Column of the row that shows the chosen record; undefined: the row is the chosen record. */
  readonly chosenField: string | undefined
}

interface Differences {
  readonly conflicts: readonly Conflict[]
  readonly taken: readonly string[]
}

/**
 * What the user's edits and somebody else's come to: by cell, and by row where one of them removed it. A record that both
 * added is in the list once, and what the user filled in is a change of its row.
 *
 * @param act changes the edits as they are by then.
 */
export function mergeEdits(
  edits: ListEdits,
  fresh: FreshList,
  list: MergedList,
  act: (change: (edits: ListEdits) => ListEdits) => void,
): Merge {
  const { columns, title, nameOf } = list
  const both = joinedRows(edits, fresh, list)
  const found = [
    ...[...joined(edits, both).changed.values()].map((change) => changedDifferences(change, fresh, columns, nameOf)),
    ...[...edits.removed.values()].map((row) => removedDifferences(row, fresh, columns, nameOf)),
  ]
  const conflicts = found.flatMap((one) => one.conflicts)
  const added = [...both.values()].map((row) => nameOf(row))
  return {
    conflicts,
    taken: [...added, ...found.flatMap((one) => one.taken), ...orderTaken(edits, fresh, title)],
    apply: (giveUp) => act((now) => rebased(joined(now, joinedRows(now, fresh, list)), fresh, columns, giveUp)),
  }
}

/** Rows that are in the list by now of records that the user adds, by the keys of the rows that were to add them. */
function joinedRows(
  { added }: ListEdits,
  { rows }: FreshList,
  { chosenField }: MergedList,
): ReadonlyMap<string, ListRow> {
  const related = (row: ListRow): unknown => (chosenField === undefined ? row.id : row.values[chosenField])
  const there = new Map([...rows.values()].map((row) => [related(row), row]))
  return new Map(
    added.flatMap(({ key, relatedId }) => {
      const row = relatedId === undefined ? undefined : there.get(relatedId)
      return row === undefined ? [] : [[key, row] as const]
    }),
  )
}

/** What was filled in of a row that is there already changes it: the user began with nothing in it. */
function joined(edits: ListEdits, both: ReadonlyMap<string, ListRow>): ListEdits {
  if (both.size === 0) return edits
  const changed = new Map(edits.changed)
  for (const { key, values, labels } of edits.added) {
    const row = both.get(key)
    if (row === undefined || edits.changed.has(row.id) || edits.removed.has(row.id)) continue
    const filled = filledValues(values)
    if (Object.keys(filled).length > 0) changed.set(row.id, { row: { ...row, values: {} }, values: filled, labels })
  }
  return {
    ...edits,
    changed,
    added: edits.added.filter(({ key }) => !both.has(key)),
    order: edits.order.filter((name) => typeof name === 'number' || !both.has(name)),
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
  for (const [id, was] of edits.removed) {
    const row = fresh.rows.get(id) ?? (isKnown(id, fresh) ? undefined : was)
    if (row !== undefined && !giveUp.has(rowConflict(id))) removed.set(id, row)
  }
  const merged = { ...edits, changed, errors: new Map() }
  return { ...(fresh.order === null ? merged : withBase(merged, fresh.order)), removed }
}

function isKnown(id: RowName, { known }: FreshList): boolean {
  return known === null || known.has(id)
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
    if (!isKnown(row.id, fresh)) return { conflicts: [], taken: [] }
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
      mine: { value: values[column.name], labels: labelsOf(labels[column.name], row.labels[column.name]) },
      theirs: { value: now.values[column.name], labels: labelsOf(now.labels[column.name]) },
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

function labelsOf(...lists: readonly (readonly RelatedLabel[] | undefined)[]): readonly RelatedLabel[] {
  return lists.flatMap((list) => list ?? [])
}

const cellConflict = (id: number, name: string): string => `${id}.${name}`
const rowConflict = (id: number): string => String(id)
