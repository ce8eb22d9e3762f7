import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0059-sign-ins-page'

/** How a user signs in stands on the user's page, with when that was last: a session that ended takes its own time along. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_last_sign_ins (
    user_id bigint primary key references users (id) on delete cascade,
    at bigint not null)`.execute(db)
  await sql`insert into marquee_last_sign_ins (user_id, at)
    select user_id, max(started_at) from marquee_sign_ins group by user_id`.execute(db)
  await sql`insert into adm_page_components (page_key, component_key, type, title, sort_order)
    select page_key, 'sign-ins', 'signIns', 'Sign-ins', 110
    from adm_pages where page_key = 'adm_user'
      and not exists (select from adm_page_components c where c.page_key = 'adm_user' and c.type = 'signIns')`.execute(
    db,
  )
}
