import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0054-identities'

/** Accounts at outside providers that users sign in with, and the sign-ins there that were finished. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_identities (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    provider text not null,
    issuer text not null,
    subject text not null,
    label text,
    linked_at bigint not null,
    used_at bigint,
    unique (issuer, subject))`.execute(db)
  await sql`create index marquee_identities_user on marquee_identities (user_id)`.execute(db)
  await sql`create table marquee_provider_returns (
    state_hash text primary key,
    expires_at bigint not null)`.execute(db)
}
