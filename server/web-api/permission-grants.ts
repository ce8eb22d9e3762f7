import type { ExplainedRight, NamedHolder, PermissionHolder } from '../../shared/explanation.ts'
import type { Database } from '../db/database.ts'

/** One permission and who holds it. */
export interface Grant extends Required<PermissionHolder>, Readonly<Record<ExplainedRight, boolean>> {
  /** The field that it is about; null: the media type, or `source`. */
  readonly field: string | null
}

export interface GrantQuestion {
  readonly userId: number | null
  readonly clientId: string | null
  readonly mediaType: string
  /** Of the record; those above it count as well. */
  readonly source: number | null
  readonly field: string | null
}

export interface Grants {
  readonly grants: readonly Grant[]
  /** The groups that the user is in. */
  readonly groups: readonly Required<NamedHolder>[]
  /** The record's. */
  readonly source: { readonly id: number; readonly name: string } | null
}

const GRANTS = `
with recursive above (id, parent, name) as (
  select id, parent, name from sources where id = $4::bigint
  union
  select s.id, s.parent, s.name from sources s join above a on s.id = a.parent
), own as (
  select g.id, g.name from user_groups m join groups g on g.id = m.group_id where m.user_id = $1::bigint
)
select p.owner_type::text, p.owner_id::text, coalesce(u.name, g.name, c.client_id), a.id::text, a.name,
  p.can_read::text, p.can_write::text, p.can_delete::text, (p.object_type = 3)::text
from permissions p
left join users u on p.owner_type = 1 and u.id = p.owner_id
left join own g on p.owner_type = 2 and g.id = p.owner_id
left join oauth_clients c on p.owner_type = 3 and c.id = p.owner_id
left join above a on p.object_type = 1 and a.id = p.object_id
where ((p.owner_type = 1 and p.owner_id = $1::bigint)
    or (p.owner_type = 2 and g.id is not null)
    or (p.owner_type = 3 and c.client_id = $2::text))
  and ((p.object_type = 2 and p.key = $3::text) or a.id is not null or (p.object_type = 3 and p.key = $5::text))
union all
select 'group', id::text, name, null, null, null, null, null, null from own
union all
select 'source', id::text, name, null, null, null, null, null, null from above where id = $4::bigint
order by 1, 2, 3, 4`

const KINDS = new Map([
  ['1', 'user'],
  ['2', 'group'],
  ['3', 'client'],
] as const)

/**
 * The permissions on a media type, on a source and those above it, and on a field, that a user holds in person, by a
 * group or through a client, with the groups that the user is in.
 */
export async function grantsOf(database: Pick<Database, 'read'>, question: GrantQuestion): Promise<Grants> {
  const { userId, clientId, mediaType, source, field } = question
  const values = [userId, clientId, mediaType, source, field === null ? null : `field:${mediaType}.${field}`]
  const rows = await database.read({ name: 'permission_grants', text: GRANTS, values })
  const named = (what: string) =>
    rows.flatMap(([row, id, name]) => (row === what ? [{ id: Number(id), name: name ?? '' }] : []))
  const grants = rows.flatMap((row): readonly Grant[] => {
    const [owner, id, name, sourceId, sourceName, read, write, remove, onField] = row
    const kind = KINDS.get(owner as '1' | '2' | '3')
    if (kind === undefined) return []
    const at = sourceId == null ? null : { id: Number(sourceId), name: sourceName ?? '' }
    const rights = { read: read === 'true', write: write === 'true', delete: remove === 'true' }
    return [{ kind, id: Number(id), name: name ?? '', source: at, field: onField === 'true' ? field : null, ...rights }]
  })
  return { grants, groups: named('group'), source: named('source')[0] ?? null }
}
