import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0063-presence'

/** Who views or edits a record, which all instances know together. Refreshes every few seconds touch no index. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_presence (
    link_id text primary key,
    media_type text not null,
    record_id bigint not null,
    user_id bigint not null,
    page_key text not null,
    action text not null,
    since bigint not null,
    expires_at bigint not null) with (fillfactor = 50)`.execute(db)
  await sql`create index marquee_presence_record on marquee_presence (media_type, record_id)`.execute(db)
}
