import type { Database, TextRow } from '../../db/database.ts'
import { newLinkId } from './link-id.ts'
import { MOST_LINKS, type PresenceEntry, type PresenceOptions, type PresenceStore } from './presence-store.ts'

/** Who is on which record, for all instances over one database. */
export function postgresPresence(
  database: Pick<Database, 'read'>,
  { expiryMs, scanMs, now }: PresenceOptions,
): PresenceStore {
  let nextScan = now() + scanMs
  return {
    link: async (record, { userId, pageKey, action }) => {
      const at = now()
      const linkId = newLinkId(record)
      const { mediaType, recordId } = record
      const values = [linkId, mediaType, recordId, userId, pageKey, action, at, at + expiryMs]
      const rows = await database.read({ name: 'presence_link', text: LINK, values })
      const entry = { linkId, userId, pageKey, action, since: at, expiresAt: at + expiryMs } as PresenceEntry
      return { entry, others: rows.map(entryOf) }
    },
    refresh: async (linkId, { userId, pageKey, action }) => {
      const at = now()
      const values = [linkId, userId ?? null, pageKey ?? null, action ?? null, at, at + expiryMs]
      const rows = await database.read({ name: 'presence_refresh', text: REFRESH, values })
      const [entry, ...others] = rows.map(entryOf)
      return entry === undefined ? null : { entry, others }
    },
    unlink: async (linkId, userId) => {
      const values = [linkId, userId ?? null, now()]
      return (await database.read({ name: 'presence_unlink', text: UNLINK, values })).length > 0
    },
    entries: async ({ mediaType, recordId }) => {
      const values = [mediaType, recordId, now()]
      return (await database.read({ name: 'presence_entries', text: ENTRIES, values })).map(entryOf)
    },
    tidy: async () => {
      const at = now()
      if (at < nextScan) return
      nextScan = at + scanMs
      await database.read({ text: 'delete from marquee_presence where expires_at <= $1::bigint', values: [at] })
    },
    check: async () => void (await database.read({ text: 'select link_id from marquee_presence limit 1', values: [] })),
  }
}

const COLUMNS = 'p.link_id, p.user_id::text, p.page_key, p.action, p.since::text, p.expires_at::text'
const OF_RECORD = 'media_type = $2 and record_id = $3::bigint'

const LINK = `
with surplus as (
  delete from marquee_presence where link_id in (
    select link_id from marquee_presence
    where ${OF_RECORD} and user_id = $4::bigint and expires_at > $7::bigint
    order by since desc, link_id offset ${MOST_LINKS - 1})
  returning link_id as gone
), made as (
  insert into marquee_presence (link_id, media_type, record_id, user_id, page_key, action, since, expires_at)
  values ($1, $2, $3::bigint, $4::bigint, $5, $6, $7::bigint, $8::bigint)
)
select ${COLUMNS} from marquee_presence p
where ${OF_RECORD} and expires_at > $7::bigint and link_id not in (select gone from surplus)
order by since, link_id`

const REFRESH = `
with own as (
  update marquee_presence set
    page_key = coalesce($3::text, page_key), action = coalesce($4::text, action), expires_at = $6::bigint
  where link_id = $1 and expires_at > $5::bigint and ($2::bigint is null or user_id = $2::bigint)
  returning *
)
(select ${COLUMNS} from own p)
union all
(select ${COLUMNS} from own join marquee_presence p on p.media_type = own.media_type and p.record_id = own.record_id
where p.link_id <> own.link_id and p.expires_at > $5::bigint
order by p.since, p.link_id)`

const UNLINK = `delete from marquee_presence
where link_id = $1 and expires_at > $3::bigint and ($2::bigint is null or user_id = $2::bigint) returning link_id`

const ENTRIES = `select ${COLUMNS} from marquee_presence p
where media_type = $1 and record_id = $2::bigint and expires_at > $3::bigint order by since, link_id`

function entryOf([linkId, userId, pageKey, action, since, expiresAt]: TextRow): PresenceEntry {
  return {
    linkId: linkId ?? '',
    userId: Number(userId),
    pageKey: pageKey ?? '',
    action: action === 'editing' ? 'editing' : 'viewing',
    since: Number(since),
    expiresAt: Number(expiresAt),
  }
}
