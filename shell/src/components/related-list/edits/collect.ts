import type { RelatedListEdits, RelatedRowAdded, RowName } from '../../../../../shared/page-save.ts'
import { isEmpty } from '../../form/same-value.ts'
import type { AddedRow, EditCounts, ListEdits, Values } from './list-edits.ts'
import { type Move, movesBetween } from './order.ts'

/** What is to be saved: only what changed, by row. */
export function collectEdits(edits: ListEdits): RelatedListEdits {
  const add = edits.added.map(addedRow)
  const update = [...edits.changed].map(([id, { row, values }]) => ({ id, etag: row.etag, values }))
  const remove = [...edits.removed].map(([id, { etag }]) => ({ id, etag }))
  const moves = movesOf(edits)
  return {
    ...(add.length > 0 ? { add } : {}),
    ...(update.length > 0 ? { update } : {}),
    ...(remove.length > 0 ? { remove } : {}),
    ...(moves.length > 0 ? { moves } : {}),
  }
}

/** How the order shown comes about, once removed rows are gone and added ones stand at the end. */
export function movesOf({ base, order, removed, added }: ListEdits): Move<RowName>[] {
  const gone = (name: RowName) => typeof name === 'number' && removed.has(name)
  const from: RowName[] = [...base.filter((id) => !gone(id)), ...added.map((row) => row.key)]
  return movesBetween(
    from,
    order.filter((name) => !gone(name)),
  )
}

export function countEdits(edits: ListEdits): EditCounts {
  return {
    added: edits.added.length,
    removed: edits.removed.size,
    changed: edits.changed.size,
    moved: movesOf(edits).length,
  }
}

function addedRow({ key, relatedId, values }: AddedRow): RelatedRowAdded {
  const filled = filledValues(values)
  return {
    key,
    ...(relatedId === undefined ? {} : { relatedId }),
    ...(Object.keys(filled).length > 0 ? { values: filled } : {}),
  }
}

/** Without what says nothing. */
export function filledValues(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}
