import type { Transaction } from '../../../db/database.ts'
import type { SavedEntry } from '../../../services/history/entry.ts'
import { putEntries } from '../../../services/history/outbox.ts'
import type { RowChange } from './row-changes.ts'

/** Of what `marquee schema apply` does. */
export const AUTHOR = { id: null, name: 'marquee schema apply' }

/**
 * Tells edit history of media types that were renamed or are about to be removed, since what it has of their records goes
 * by their names; and of bundles, whose code acts as everybody. What is removed must still be there.
 */
export async function tellHistory(tx: Transaction, rows: readonly RowChange[]): Promise<void> {
  for (const table of ['adm_mediatypes', 'adm_remotes'] as const) {
    const told = new Map(rows.flatMap((row) => (row.table === table && isTold(row) ? [[row.title, row]] : [])))
    if (told.size === 0) continue
    const stored = await tx.kysely
      .selectFrom(table)
      .select(['id', 'name', 'version'])
      .where('name', 'in', [...told.keys()])
      .orderBy('id')
      .execute()
    const entries = stored.map(({ id, name, version }) => ({
      mediaType: table,
      id: Number(id),
      entry: entryOf(told.get(name) as RowChange, Number(version)),
    }))
    await putEntries(tx, entries)
  }
}

function isTold({ table, action, columns }: RowChange): boolean {
  if (table === 'adm_remotes') return action !== 'keep'
  return action === 'remove' || (action === 'change' && columns.includes('name'))
}

const OPERATIONS = { add: 'Added', change: 'Changed', keep: 'Changed', remove: 'Removed' } as const

function entryOf({ table, action, before, after, columns }: RowChange, version: number): SavedEntry {
  const all = Object.keys(after ?? before ?? {})
  const shown = table === 'adm_mediatypes' ? ['name'] : action === 'change' ? columns : all
  return {
    _version: version,
    _operation: OPERATIONS[action],
    _user: AUTHOR,
    _modifiedFields: Object.fromEntries(
      shown.map((column) => [
        column,
        { ...(before === null ? {} : { old: before[column] }), ...(after === null ? {} : { new: after[column] }) },
      ]),
    ),
    _addedRelations: [],
    _removedRelations: [],
  }
}
