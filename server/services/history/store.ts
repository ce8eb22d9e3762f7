import type { Database } from '../../db/database.ts'
import { databaseErrorCode } from '../../db/errors.ts'
import { AppError } from '../../errors.ts'
import { applyNames, NAMES } from './apply-names.ts'
import { type RecentQuery, recentEntries } from './recent.ts'
import { applyRenames, mayRename, RENAMES } from './renames.ts'

export interface Saved {
  /** Entries that were new. */
  readonly saved: number
  /** Entries that were here already, under the same event id. */
  readonly known: number
}

export interface HistoryQuery {
  readonly mediaType: string
  readonly id: number
  /** Zero-based. */
  readonly page: number
  readonly limit: number
  /** References to other types are left out. */
  readonly readable: readonly string[]
}

/** One page, newest first: how many entries there are in all, and the JSON text of these. */
export interface StoredPage {
  readonly total: number
  readonly entries: string
}

/** What edit history keeps. Bodies come as their text, checked: Postgres reads them itself and keeps every digit. */
export interface HistoryStore {
  readonly save: (body: string, mediaType: string, id: number) => Promise<Saved>
  readonly saveBatch: (body: string) => Promise<Saved>
  readonly read: (query: HistoryQuery) => Promise<StoredPage>
  /** Records as they were changed last; JSON text. */
  readonly recent: (query: RecentQuery) => Promise<string>
  /** Throws when the store cannot serve. */
  readonly check: () => Promise<void>
}

export function createHistoryStore(database: Database): HistoryStore {
  const insertIn = async (through: Pick<Database, 'read'>, entries: string, values: readonly unknown[]) => {
    const [row] = await through.read({ text: INSERT(entries), values })
    const [saved, all, renames, names] = row as readonly [string, string, string, string]
    return { saved: Number(saved), known: Number(all) - Number(saved), renames, names }
  }
  const insert = async (entries: string, values: readonly unknown[], renaming: boolean): Promise<Saved> => {
    try {
      if (!renaming) {
        const { saved, known } = await insertIn(database, entries, values)
        return { saved, known }
      }
      return await database.transaction(async (tx) => {
        const { renames, names, ...saved } = await insertIn(tx, entries, values)
        await applyRenames(tx, renames)
        await applyNames(tx, names)
        return saved
      })
    } catch (error) {
      throw unkeepable(error)
    }
  }
  return {
    save: (body, mediaType, id) =>
      insert(
        "jsonb_build_array($1::jsonb || jsonb_build_object('_mediaType', $2::text, '_id', $3::bigint))",
        [body, mediaType, id],
        mayRename(body, mediaType),
      ),
    saveBatch: (body) => insert("$1::jsonb -> '_changes'", [body], mayRename(body, null)),
    read: async ({ mediaType, id, page, limit, readable }) => {
      const values = [mediaType, id, readable, limit, page * limit]
      const [row] = await database.read({ name: 'history_read', text: READ, values })
      const [total, entries] = row as readonly [string, string]
      return { total: Number(total), entries }
    },
    recent: (query) => recentEntries(database, query),
    check: async () => void (await database.read({ text: 'select id::text from edit_history limit 1', values: [] })),
  }
}

const NUMBER = (name: string): string => `(e ->> '${name}')::numeric::bigint`

/** An entry that says nothing of its place comes after those the record has. */
const INSERT = (entries: string): string => `
with given as (
  select e, n, e ->> '_mediaType' as media_type, ${NUMBER('_id')} as record_id
  from jsonb_array_elements(${entries}) with ordinality as listed(e, n)
), inserted as (
  insert into edit_history
    (event_id, sequence, media_type, record_id, version, operation, user_id, user_name, at, fields, added, removed)
  select coalesce((e ->> '_eventId')::uuid, gen_random_uuid()),
    coalesce(${NUMBER('_sequence')}, (select max(h.sequence) from edit_history h
      where h.media_type = g.media_type and h.record_id = g.record_id), 0),
    media_type, record_id, ${NUMBER('_version')}, e ->> '_operation',
    (e -> '_user' ->> 'id')::numeric::bigint, e -> '_user' ->> 'name', coalesce((e ->> '_at')::timestamptz, now()),
    coalesce(e -> '_modifiedFields', '{}'), coalesce(e -> '_addedRelations', '[]'), coalesce(e -> '_removedRelations', '[]')
  from given g order by n
  on conflict (event_id) do nothing
  returning event_id, media_type, record_id, operation, fields, sequence, at
)
select (select count(*) from inserted)::text, (select count(*) from given)::text, ${RENAMES}::text, ${NAMES}::text`

const SEEN = (column: string): string => `(
  select coalesce(json_agg(r.relation order by r.n), '[]') from jsonb_array_elements(h.${column}) with ordinality as r(relation, n)
  where r.relation ->> 'mediaType' = any($3::text[]))`

const READ = `
select (select count(*) from edit_history h where h.media_type = $1 and h.record_id = $2::bigint)::text,
  (select coalesce(json_agg(json_build_object(
      '_eventId', h.event_id, '_sequence', h.sequence, '_version', h.version, '_operation', h.operation,
      '_at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      '_user', json_build_object('id', h.user_id, 'name', h.user_name),
      '_modifiedFields', (
        select coalesce(json_object_agg(f.key, f.value), '{}') from jsonb_each(h.fields) f
        where f.value ->> 'mediaType' is null or f.value ->> 'mediaType' = any($3::text[])),
      '_addedRelations', ${SEEN('added')}, '_removedRelations', ${SEEN('removed')}
    ) order by h.sequence desc, h.id desc), '[]')::text
  from (select * from edit_history where media_type = $1 and record_id = $2::bigint
    order by sequence desc, id desc limit $4::bigint offset $5::bigint) h)`

/** What Postgres cannot keep though it is well-formed, a number of a million digits say, is the sender's fault. */
function unkeepable(error: unknown): unknown {
  const sqlstate = databaseErrorCode(error)?.sqlstate ?? ''
  if (!/^(?:22|54)/.test(sqlstate)) return error
  return new AppError({ code: 'VALIDATION', pointer: '', detail: 'a value of the body is beyond what can be kept' })
}
