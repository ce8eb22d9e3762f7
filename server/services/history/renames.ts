import type { Transaction } from '../../db/database.ts'

/** The media type whose records are the media types themselves. */
const MEDIA_TYPES = 'adm_mediatypes'
/** Member of an entry that says what fields and relations are called since. */
const NAMES = '"_names"'

/**
 * Whether a body may tell of media types that were renamed or removed, or of other names of what they hold. Histories go
 * by their names, so they follow: to the new name, or, where the media type is gone, to one that no later media type of
 * its name is taken for.
 *
 * @param mediaType what all of the body is about; null: the body says it.
 */
export function mayRename(body: string, mediaType: string | null): boolean {
  if (body.includes(NAMES)) return true
  return mediaType === null ? body.includes(`"${MEDIA_TYPES}"`) : mediaType === MEDIA_TYPES
}

/** Renames among rows of `inserted` as JSON, those of one save together, in the order of the saves. */
export const RENAMES = `(
  select coalesce(json_agg(json_build_object('names', s.names, 'before', s.sequence, 'at', s.at) order by s.sequence), '[]')
  from (
    select json_object_agg(r.old, r.new) as names, min(r.sequence) as sequence, r.at::text as at
    from (
      select i.sequence, i.at, i.fields -> 'name' ->> 'old' as old,
        case i.operation when 'Removed' then left(i.fields -> 'name' ->> 'old', 40) || '_gone_' || i.record_id
          else i.fields -> 'name' ->> 'new' end as new
      from inserted i where i.media_type = '${MEDIA_TYPES}' and i.operation in ('Changed', 'Removed')
    ) r where r.old is not null and r.new is not null group by r.at
  ) s)`

interface Renames {
  /** Old names to new ones. */
  readonly names: Readonly<Record<string, string>>
  readonly before: number
  readonly at: string
}

/** Lets the entries follow that were told before, and those of the same save. */
export async function applyRenames(tx: Transaction, found: string): Promise<void> {
  for (const { names, before, at } of JSON.parse(found) as readonly Renames[]) {
    const values = [JSON.stringify(names), before, at]
    await tx.read({ text: RECORDS, values })
    await tx.read({ text: REFERENCES, values })
  }
}

const EARLIER = '(h.sequence < $2::bigint or h.at = $3::timestamptz)'

const RECORDS = `
update edit_history h set media_type = $1::jsonb ->> h.media_type
where h.media_type in (select jsonb_object_keys($1::jsonb)) and ${EARLIER} returning h.id::text`

/** The key of a relation begins with the name of the media type it leads to. */
const KEY = (key: string, type: string): string => `
case when starts_with(${key}, ${type} || '[') then ($1::jsonb ->> ${type}) || substr(${key}, length(${type}) + 1) else ${key} end`

const TYPE = (value: string): string => `${value} ->> 'mediaType'`
const NAMED = (value: string): string =>
  `jsonb_set(${value}, '{mediaType}', coalesce($1::jsonb -> (${TYPE(value)}), ${value} -> 'mediaType', 'null'))`

const RELATIONS = (column: string): string => `(
  select coalesce(jsonb_agg(case when $1::jsonb ? (${TYPE('r.v')})
    then ${NAMED('r.v')} || jsonb_build_object('relation', ${KEY("r.v ->> 'relation'", `(${TYPE('r.v')})`)})
    else r.v end order by r.n), '[]')
  from jsonb_array_elements(h.${column}) with ordinality as r(v, n))`

const HOLDS = (column: string, path: string): string =>
  `jsonb_path_exists(h.${column}, '${path}.mediaType ? (@ == $names[*])', jsonb_build_object('names', n.names))`

const REFERENCES = `
update edit_history h set
  fields = (
    select coalesce(jsonb_object_agg(
      case when $1::jsonb ? (${TYPE('f.value')}) then ${KEY('f.key', `(${TYPE('f.value')})`)} else f.key end,
      case when $1::jsonb ? (${TYPE('f.value')}) then ${NAMED('f.value')} else f.value end), '{}')
    from jsonb_each(h.fields) f),
  added = ${RELATIONS('added')},
  removed = ${RELATIONS('removed')}
from (select jsonb_agg(k) as names from jsonb_object_keys($1::jsonb) k) n
where ${EARLIER} and (${HOLDS('fields', '$.*')} or ${HOLDS('added', '$[*]')} or ${HOLDS('removed', '$[*]')})
returning h.id::text`
