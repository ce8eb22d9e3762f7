import { buildCatalog, type MetadataRows } from '../../../catalog/build.ts'
import type { Transaction } from '../../../db/database.ts'
import type { SavedEntry } from '../../../services/history/entry.ts'
import { namesMoved } from '../../../services/history/names.ts'
import { putEntries } from '../../../services/history/outbox.ts'
import { AUTHOR } from './tell-history.ts'

/**
 * Tells edit history of fields and relations that are called otherwise or are gone, since it keeps what it was told of
 * them by their names. Comes after what is told of media types.
 */
export async function tellNames(tx: Transaction, before: MetadataRows, after: MetadataRows): Promise<void> {
  const names = namesMoved(buildCatalog(before), buildCatalog(after))
  if (names === null) return
  const told = [...fieldsTold(before, after), ...relationsTold(before, after)]
  const last = told.at(-1)
  await putEntries(
    tx,
    told.map((each) => (each === last ? { ...each, entry: { ...each.entry, _names: names } } : each)),
  )
}

type Told = { readonly mediaType: string; readonly id: number; readonly entry: SavedEntry }

function fieldsTold(before: MetadataRows, after: MetadataRows): readonly Told[] {
  const now = new Map(after.fields.map((row) => [row.id, row]))
  return before.fields.flatMap((was): readonly Told[] => {
    const is = now.get(was.id)
    if (is?.name === was.name && is.mediatype === was.mediatype) return []
    const name = { old: was.name, ...(is === undefined ? {} : { new: is.name }) }
    return [{ mediaType: 'adm_fields', id: was.id, entry: entryOf((is ?? was).version, is !== undefined, { name }) }]
  })
}

/** Of relations the columns of their joining tables. */
function relationsTold(before: MetadataRows, after: MetadataRows): readonly Told[] {
  const now = new Map(after.relateds.map((row) => [row.id, row]))
  return before.relateds.flatMap((was): readonly Told[] => {
    const is = now.get(was.id)
    const fields = (['link_column', 'link_related_column'] as const).flatMap((column) =>
      is === undefined || is[column] === was[column] ? [] : [[column, { old: was[column], new: is[column] }] as const],
    )
    if (is === undefined || fields.length === 0) return []
    return [{ mediaType: 'adm_relateds', id: was.id, entry: entryOf(is.version, true, Object.fromEntries(fields)) }]
  })
}

function entryOf(version: number, isThere: boolean, _modifiedFields: SavedEntry['_modifiedFields']): SavedEntry {
  return {
    _version: Number(version),
    _operation: isThere ? 'Changed' : 'Removed',
    _user: AUTHOR,
    _modifiedFields,
    _addedRelations: [],
    _removedRelations: [],
  }
}
