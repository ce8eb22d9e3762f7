import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0051-password-resets'

/** Links by which a user who forgot the password sets a new one; only the hash of what stands in the link is kept. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_password_resets (
    token_hash text primary key,
    user_id bigint not null references users (id) on delete cascade,
    email text,
    expires_at bigint not null)`.execute(db)
  await sql`create index marquee_password_resets_user on marquee_password_resets (user_id)`.execute(db)
}
