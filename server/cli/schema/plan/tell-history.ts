import type { Transaction } from '../../../db/database.ts'
import type { SavedEntry } from '../../../services/history/entry.ts'
import { putEntries } from '../../../services/history/outbox.ts'
import type { RowChange } from './row-changes.ts'

const AUTHOR = { id: null, name: 'marquee schema apply' }

/**
 * Tells edit history of media types that were renamed or are about to be removed: what it has of their records goes by
 * their names.
 */
export async function tellHistory(tx: Transaction, types: readonly RowChange[]): Promise<void> {
  const moved = new Map(types.flatMap((row) => (row.id !== null && isMoved(row) ? [[row.id, row] as const] : [])))
  if (moved.size === 0) return
  const rows = tx.kysely.selectFrom('adm_mediatypes').select(['id', 'version'])
  const entries = (
    await rows
      .where('id', 'in', [...moved.keys()])
      .orderBy('id')
      .execute()
  ).map(({ id, version }) => {
    const { action, before, after } = moved.get(Number(id)) as RowChange
    const isGone = action === 'remove'
    const entry: SavedEntry = {
      _version: Number(version),
      _operation: isGone ? 'Removed' : 'Changed',
      _user: AUTHOR,
      _modifiedFields: { name: { old: before?.name, ...(isGone ? {} : { new: after?.name }) } },
      _addedRelations: [],
      _removedRelations: [],
    }
    return { mediaType: 'adm_mediatypes', id: Number(id), entry }
  })
  await putEntries(tx, entries)
}

function isMoved({ action, columns }: RowChange): boolean {
  return action === 'remove' || (action === 'change' && columns.includes('name'))
}
