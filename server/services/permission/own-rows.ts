import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A stored permission item of one owner. */
export interface OwnRow {
  readonly id: number
  /** What it is about: equal for items about the same. */
  readonly object: string
  readonly canRead: boolean
  readonly canWrite: boolean
  readonly canDelete: boolean
}

/** The items of one owner as they are stored, in the order of their ids. */
export async function ownRows(kysely: Kysely<Tables>, ownerType: number, ownerId: number): Promise<readonly OwnRow[]> {
  const rows = await kysely
    .selectFrom('permissions')
    .select(['id', 'object_type', 'object_id', 'key', 'can_read', 'can_write', 'can_delete'])
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    object: objectOf(Number(row.object_type), row.object_id === null ? null : Number(row.object_id), row.key),
    canRead: row.can_read,
    canWrite: row.can_write,
    canDelete: row.can_delete,
  }))
}

export function objectOf(objectType: number, objectId: number | null, key: string | null): string {
  return JSON.stringify([objectType, objectId, key])
}
