import type { SavedItem } from './body.ts'
import { type OwnRow, objectOf } from './own-rows.ts'

/** One operation of a batch, with the item it comes from; a removal comes from none. */
export interface Difference {
  readonly item: SavedItem | null
  readonly operation: Readonly<Record<string, unknown>>
}

/** Names of an item's members in the records of `permissions`. */
export const COLUMNS: Readonly<Record<string, keyof SavedItem>> = {
  object_type: 'objectType',
  object_id: 'objectId',
  key: 'key',
  can_read: 'canRead',
  can_write: 'canWrite',
  can_delete: 'canDelete',
}
const FLAGS = ['canRead', 'canWrite', 'canDelete'] as const

/** What makes the stored items of an owner those that are wanted: nothing for what is as it should be. */
export function differences(
  rows: readonly OwnRow[],
  wanted: readonly SavedItem[],
  owner: { readonly type: number; readonly id: number },
): readonly Difference[] {
  const stored = new Map(rows.map((row) => [row.object, row]))
  const kept = new Set<OwnRow>()
  const changes = wanted.flatMap((item): Difference[] => {
    const row = stored.get(objectOf(item.objectType, item.objectId, item.key))
    if (row === undefined) {
      return [{ item, operation: { _op: 'add', _type: 'permissions', _data: recordOf(item, owner) } }]
    }
    kept.add(row)
    if (FLAGS.every((flag) => row[flag] === item[flag])) return []
    const data = { can_read: item.canRead, can_write: item.canWrite, can_delete: item.canDelete }
    return [{ item, operation: { _op: 'update', ...at(row), _data: data } }]
  })
  const gone = rows.filter((row) => !kept.has(row))
  return [...changes, ...gone.map((row) => ({ item: null, operation: { _op: 'remove', ...at(row) } }))]
}

/** Whatever its version is: that nothing changed in between is made sure of for all of them at once. */
function at({ id }: OwnRow): Readonly<Record<string, string>> {
  return { _href: `/api/v1/permissions/${id}`, _etag: '*' }
}

function recordOf(item: SavedItem, owner: { readonly type: number; readonly id: number }) {
  const own = Object.entries(COLUMNS).map(([column, member]) => [column, item[member]])
  return {
    ...Object.fromEntries(own),
    object_type: String(item.objectType),
    owner_type: String(owner.type),
    owner_id: owner.id,
  }
}
