import type { Transaction } from '../../db/database.ts'

/** What fields and relations are called since entries among `inserted` that `given` holds, as JSON, in their order. */
export const NAMES = `(
  select coalesce(json_agg(json_build_object('names', g.e -> '_names', 'before', i.sequence, 'at', i.at::text) order by i.sequence), '[]')
  from inserted i join given g on (g.e ->> '_eventId')::uuid = i.event_id
  where g.e ? '_names')`

interface Names {
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly before: number
  readonly at: string
}

/** Lets the entries follow that were told before, and those of the same save. */
export async function applyNames(tx: Transaction, found: string): Promise<void> {
  for (const { names, before, at } of JSON.parse(found) as readonly Names[]) {
    for (const [mediaType, moved] of Object.entries(names)) {
      await tx.read({ text: FOLLOW, values: [JSON.stringify(moved), before, at, mediaType] })
    }
  }
}

const RELATIONS = (column: string): string => `(
  select coalesce(jsonb_agg(r.v || jsonb_build_object('relation', coalesce($1::jsonb ->> (r.v ->> 'relation'), r.v ->> 'relation')) order by r.n), '[]')
  from jsonb_array_elements(h.${column}) with ordinality as r(v, n))`

const FOLLOW = `
update edit_history h set
  fields = (select coalesce(jsonb_object_agg(coalesce($1::jsonb ->> f.key, f.key), f.value), '{}') from jsonb_each(h.fields) f),
  added = ${RELATIONS('added')},
  removed = ${RELATIONS('removed')}
from (select array_agg(k) as names from jsonb_object_keys($1::jsonb) k) n
where h.media_type = $4 and (h.sequence < $2::bigint or h.at = $3::timestamptz) and (
  h.fields ?| n.names
  or exists (select from jsonb_array_elements(h.added || h.removed) r where r ->> 'relation' = any(n.names)))
returning h.id::text`
