import type { ListRow } from '../../../../../shared/page.ts'
import type { RelatedListEdits } from '../../../../../shared/page-save.ts'
import { deepEqual } from '../../form/same-value.ts'
import { filledValues } from './collect.ts'
import type { ChangedRow, ListEdits } from './list-edits.ts'
import { applyMoves } from './order.ts'

/**
 * After a save: what was sent is done, what was changed since stays. `fresh` are rows as they are now, as far as they are
 * known.
 */
export function settleEdits(
  edits: ListEdits,
  sent: RelatedListEdits,
  fresh: readonly ListRow[],
  chosenField?: string,
): ListEdits {
  const addedKeys = new Set(sent.add?.map(({ key }) => key))
  const removedIds = new Set(sent.remove?.map(({ id }) => id))
  const added = edits.added.filter(({ key }) => !addedKeys.has(key))
  const removed = new Map([...edits.removed].filter(([id]) => !removedIds.has(id)))
  const saved = applyMoves(
    [...edits.base.filter((id) => !removedIds.has(id)), ...addedKeys],
    sent.moves ?? [],
    edits.order,
  )
  return {
    ...edits,
    added,
    removed,
    changed: new Map([...stillChanged(edits, sent, fresh), ...filledSince(edits, sent, fresh, chosenField).changed]),
    base: saved.filter((name) => typeof name === 'number'),
    order: edits.order.filter((name) => (typeof name === 'number' ? !removedIds.has(name) : !addedKeys.has(name))),
    errors: new Map(),
  }
}

/**
 * What was filled into added rows after they were sent: a change of the rows they are by now, as far as those are known.
 *
 * @param chosenField column of a row that shows the chosen record; undefined: the row is the chosen record.
 * @returns `lost`: names of the rows that could not be told from others.
 */
export function filledSince(
  edits: ListEdits,
  sent: RelatedListEdits,
  fresh: readonly ListRow[],
  chosenField?: string,
): { readonly changed: ReadonlyMap<number, ChangedRow>; readonly lost: readonly string[] } {
  const changed = new Map<number, ChangedRow>()
  const lost: string[] = []
  for (const { key, name, values: now, labels, relatedId } of edits.added) {
    const done = sent.add?.find((one) => one.key === key)
    if (done === undefined || deepEqual(filledValues(now), done.values ?? {})) continue
    // A new record has no name that tells it from others that look the same.
    const chosenBy = (one: ListRow): unknown => (chosenField === undefined ? one.id : one.values[chosenField])
    const row = relatedId === undefined ? undefined : fresh.find((one) => chosenBy(one) === relatedId)
    const saved = done.values ?? {}
    const values = Object.fromEntries(Object.entries(now).filter(([field, value]) => !deepEqual(saved[field], value)))
    if (row === undefined) lost.push(name)
    else changed.set(row.id, { row, values, labels })
  }
  return { changed, lost }
}

function stillChanged(edits: ListEdits, sent: RelatedListEdits, fresh: readonly ListRow[]) {
  const changed = new Map<number, ChangedRow>()
  const updates = new Map(sent.update?.map((update) => [update.id, update.values]))
  for (const [id, change] of edits.changed) {
    const done = updates.get(id)
    const values = Object.entries(change.values).filter(([name, value]) => !(done && deepEqual(done[name], value)))
    if (values.length === 0) continue
    const row = fresh.find((one) => one.id === id) ?? { ...change.row, values: { ...change.row.values, ...done } }
    changed.set(id, { ...change, row: done === undefined ? change.row : row, values: Object.fromEntries(values) })
  }
  return changed
}

/** Rows as they look once saved, until the server's own view of them is there. */
export function rowsAfter(rows: readonly ListRow[], edits: ListEdits): readonly ListRow[] {
  return rows
    .filter((row) => !edits.removed.has(row.id))
    .map((row) => {
      const change = edits.changed.get(row.id)
      if (change === undefined) return row
      const labels = { ...row.labels, ...change.labels }
      return { ...row, values: { ...row.values, ...change.values }, labels }
    })
}
