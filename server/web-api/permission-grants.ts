import type { Database } from '../db/database.ts'

/** One permission and who holds it. */
export interface Grant {
  readonly kind: 'user' | 'group' | 'client'
  /** The user's or group's name; a client's id. */
  readonly name: string
  /** The source it is on; null: it is on the media type. */
  readonly source: { readonly id: number; readonly name: string } | null
  readonly read: boolean
  readonly write: boolean
  readonly delete: boolean
}

export interface GrantQuestion {
  readonly userId: number | null
  readonly clientId: string | null
  readonly mediaType: string
  /** Of the record; those above it count as well. */
  readonly source: number | null
}

const GRANTS = `
with recursive above (id, parent, name) as (
  select id, parent, name from sources where id = $4::bigint
  union
  select s.id, s.parent, s.name from sources s join above a on s.id = a.parent
)
select p.owner_type::text, coalesce(u.name, g.name, c.client_id), a.id::text, a.name,
  p.can_read::text, p.can_write::text, p.can_delete::text
from permissions p
left join users u on p.owner_type = 1 and u.id = p.owner_id
left join groups g on p.owner_type = 2 and g.id = p.owner_id
left join oauth_clients c on p.owner_type = 3 and c.id = p.owner_id
left join above a on p.object_type = 1 and a.id = p.object_id
where ((p.owner_type = 1 and p.owner_id = $1::bigint)
    or (p.owner_type = 2 and p.owner_id in (select group_id from user_groups where user_id = $1::bigint))
    or (p.owner_type = 3 and c.client_id = $2::text))
  and ((p.object_type = 2 and p.key = $3::text) or a.id is not null)
order by p.owner_type, p.owner_id, p.object_type, p.object_id, p.id`

const KINDS = ['user', 'group', 'client'] as const

/** The permissions on a media type, and on a source and those above it, that a user holds in person or by a group. */
export async function grantsOf(database: Pick<Database, 'read'>, question: GrantQuestion): Promise<readonly Grant[]> {
  const { userId, clientId, mediaType, source } = question
  const values = [userId, clientId, mediaType, source]
  const rows = await database.read({ name: 'permission_grants', text: GRANTS, values })
  return rows.map(([owner, name, sourceId, sourceName, read, write, remove]) => ({
    kind: KINDS[Number(owner) - 1] ?? 'client',
    name: name ?? '',
    source: sourceId == null ? null : { id: Number(sourceId), name: sourceName ?? '' },
    read: read === 'true',
    write: write === 'true',
    delete: remove === 'true',
  }))
}
