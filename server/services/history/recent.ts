import type { Database } from '../../db/database.ts'
import type { HistoryEntry } from './entry.ts'

/** The last change of a record, without what it changed. */
export type RecentEntry = Pick<HistoryEntry, '_version' | '_operation' | '_at' | '_user'> & {
  readonly _mediaType: string
  readonly _id: number
}

export interface RecentQuery {
  readonly limit: number
  /** Records of other types are left out. */
  readonly readable: readonly string[]
  /** Whose changes alone count; null: everybody's. */
  readonly userId: number | null
}

/** Records as they were changed last, newest first; JSON text. Reads the newest entries and never the whole history. */
export async function recentEntries(database: Pick<Database, 'read'>, query: RecentQuery): Promise<string> {
  const { limit, readable, userId } = query
  const values = [readable, userId, limit]
  const [row] = await database.read({ name: 'history_recent', text: RECENT, values })
  return (row as readonly [string])[0]
}

/** Entries that are looked through. */
const REACH = 2000

const RECENT = `
select coalesce(json_agg(json_build_object(
    '_mediaType', r.media_type, '_id', r.record_id, '_version', r.version, '_operation', r.operation,
    '_at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    '_user', json_build_object('id', r.user_id, 'name', r.user_name)) order by r.id desc), '[]')::text
from (
  select * from (
    select distinct on (h.media_type, h.record_id) h.*
    from (select id, media_type, record_id, version, operation, user_id, user_name, at
      from edit_history order by id desc limit ${REACH}) h
    where h.media_type = any($1::text[]) and ($2::bigint is null or h.user_id = $2::bigint)
    order by h.media_type, h.record_id, h.id desc) last
  where last.operation <> 'Removed'
  order by last.id desc limit $3::bigint) r`
