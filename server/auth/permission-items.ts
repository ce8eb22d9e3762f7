import type { TextRow, Transaction } from '../db/database.ts'

/** Who holds a permission: a user, a group, or a client, whose items narrow what its users may do through it. */
export const OWNER = { user: 1, group: 2, client: 3 } as const
/** What a permission is about (specification, "Permission the service"). */
export const OBJECT = { source: 1, mediaType: 2, boolean: 3 } as const

/** One permission that somebody holds (specification, "Permission the service"). */
export interface HeldItem {
  readonly ownerType: number
  readonly objectType: number
  /** Id of the source or media type; null of a switch. */
  readonly objectId: number | null
  /** Name of the media type or key of the switch; null of a source. */
  readonly key: string | null
  readonly canRead: boolean
  readonly canWrite: boolean
  readonly canDelete: boolean
  /** It comes from a group of the user's or from a source above. */
  readonly isInherited: boolean
}

/** Whose items: a user's with those of the user's groups, a group's, a client's by its name; of several all. */
export interface ItemOwners {
  readonly user?: number | undefined
  readonly group?: number | undefined
  readonly client?: string | undefined
}

/** Every item held, and for granted sources those below them, in one statement [P1], [P2]. */
const ITEMS = `
with recursive granted as (
  select owner_type, object_type, object_id, key, can_read, can_write, can_delete
  from permissions
  where (owner_type = 1 and owner_id = $1::bigint)
    or (owner_type = 2 and (owner_id = $2::bigint
      or owner_id in (select group_id from user_groups where user_id = $1::bigint)))
    or (owner_type = 3 and owner_id = (select id from oauth_clients where client_id = $3::text))
), tree (owner_type, id, is_below, can_read, can_write, can_delete) as (
  select owner_type, object_id, false, can_read, can_write, can_delete
  from granted where object_type = 1 and object_id is not null
  union
  select t.owner_type, s.id, true, t.can_read, t.can_write, t.can_delete from sources s join tree t on s.parent = t.id
)
select owner_type::text, '1', id::text, null, bool_or(can_read)::text, bool_or(can_write)::text,
  bool_or(can_delete)::text, is_below::text
from tree group by owner_type, id, is_below
union all
select g.owner_type::text, g.object_type::text, m.id::text, g.key, bool_or(can_read)::text, bool_or(can_write)::text,
  bool_or(can_delete)::text, 'false'
from granted g left join adm_mediatypes m on g.object_type = 2 and m.name = g.key
where g.object_type in (2, 3) and g.key is not null
group by g.owner_type, g.object_type, m.id, g.key`

export async function readItems(database: Pick<Transaction, 'read'>, owners: ItemOwners): Promise<readonly HeldItem[]> {
  const values = [owners.user ?? null, owners.group ?? null, owners.client ?? null]
  const rows = await database.read({ name: 'auth_permission_items', text: ITEMS, values })
  return rows.map((row) => itemOf(row, owners)).toSorted(byObject)
}

function itemOf(row: TextRow, { user }: ItemOwners): HeldItem {
  const [ownerType, objectType, objectId, key = null, read, write, remove, isBelow] = row
  return {
    ownerType: Number(ownerType),
    objectType: Number(objectType),
    objectId: objectId == null ? null : Number(objectId),
    key,
    canRead: read === 'true',
    canWrite: write === 'true',
    canDelete: remove === 'true',
    isInherited: isBelow === 'true' || (user !== undefined && Number(ownerType) === OWNER.group),
  }
}

function byObject(a: HeldItem, b: HeldItem): number {
  return (
    a.objectType - b.objectType ||
    (a.objectId ?? 0) - (b.objectId ?? 0) ||
    ((a.key ?? '') < (b.key ?? '') ? -1 : Number((a.key ?? '') > (b.key ?? ''))) ||
    a.ownerType - b.ownerType ||
    Number(a.isInherited) - Number(b.isInherited)
  )
}

/** A field of a media type is a boolean with this key: read and write say what may be done with it [P4]. */
const FIELD = /^field:([a-z_][a-z0-9_]*)\.([a-z_][a-z0-9_]*)$/

/** The field that an item is about; null: it is about something else. */
export function fieldOf({ objectType, key }: Pick<HeldItem, 'objectType' | 'key'>) {
  const [, mediaType, field] = objectType === OBJECT.boolean ? (FIELD.exec(key ?? '') ?? []) : []
  return mediaType === undefined || field === undefined ? null : { mediaType, field }
}

const nothing = { canRead: false, canWrite: false, canDelete: false }

/**
 * What is left of a user's items through a client: each no wider than the client's own for that object, and gone when
 * nothing is left of it. A client narrows the kinds of object that it has items of, and none when it has no items.
 */
export function throughClient(items: readonly HeldItem[], unrestricted: boolean): readonly HeldItem[] {
  const ofClient = items.filter(({ ownerType }) => ownerType === OWNER.client)
  const own = items.filter(({ ownerType }) => ownerType !== OWNER.client)
  if (unrestricted) return ofClient.map((item) => ({ ...item, ownerType: OWNER.user }))
  const ofFields = ofClient.filter((item) => fieldOf(item) !== null)
  const kinds = new Set(ofClient.filter((item) => fieldOf(item) === null).map(({ objectType }) => objectType))
  // fields without an item are open to everybody, so that one more of them allows less
  const added = ofFields.filter(({ key }) => !own.some((item) => item.key === key && fieldOf(item) !== null))
  return [...added.map((item) => ({ ...item, ownerType: OWNER.user })), ...own].flatMap((item) => {
    if (fieldOf(item) !== null) {
      const most = ofFields.find(({ key }) => key === item.key) ?? item
      return [{ ...item, canRead: item.canRead && most.canRead, canWrite: item.canWrite && most.canWrite }]
    }
    if (!kinds.has(item.objectType)) return [item]
    const most = ofClient
      .filter((each) => each.objectType === item.objectType && nameOf(each) === nameOf(item))
      .reduce(union, nothing)
    const left = {
      canRead: item.canRead && most.canRead,
      canWrite: item.canWrite && most.canWrite,
      canDelete: item.canDelete && most.canDelete,
    }
    return left.canRead || left.canWrite || left.canDelete ? [{ ...item, ...left }] : []
  })
}

type Marks = Pick<HeldItem, 'canRead' | 'canWrite' | 'canDelete'>

function union(one: Marks, other: Marks): Marks {
  return {
    canRead: one.canRead || other.canRead,
    canWrite: one.canWrite || other.canWrite,
    canDelete: one.canDelete || other.canDelete,
  }
}

function nameOf({ objectType, objectId, key }: HeldItem): string {
  return objectType === OBJECT.source ? String(objectId) : String(key)
}
