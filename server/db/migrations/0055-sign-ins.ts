import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0055-sign-ins'

/** When each sign-in began, and when and from where it was used last: what its user is shown of it. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_sign_ins (
    id bigint generated always as identity primary key,
    family text not null unique,
    user_id bigint not null references users (id) on delete cascade,
    started_at bigint not null,
    last_used_at bigint not null,
    user_agent text,
    address text)`.execute(db)
  await sql`create index marquee_sign_ins_user on marquee_sign_ins (user_id)`.execute(db)
  await sql`insert into marquee_sign_ins (family, user_id, started_at, last_used_at)
    select family, min(user_id), min(issued_at), max(issued_at) from auth_tokens group by family`.execute(db)
}
