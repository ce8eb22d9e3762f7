import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0052-totp'

/** Second factors of users, and the codes that stand in for a lost one. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_totp (
    user_id bigint primary key references users (id) on delete cascade,
    sealed_key text not null,
    confirmed_at bigint,
    last_counter bigint not null default 0)`.execute(db)
  await sql`create table marquee_recovery_codes (
    user_id bigint not null references marquee_totp (user_id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash))`.execute(db)
}
