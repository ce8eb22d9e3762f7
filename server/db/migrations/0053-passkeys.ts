import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0053-passkeys'

/** Passkeys of users (WebAuthn), and the challenges that were answered by one. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_passkeys (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    credential_id text not null unique,
    user_handle text not null,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    created_at bigint not null,
    last_used_at bigint,
    is_backed_up boolean not null)`.execute(db)
  await sql`create index marquee_passkeys_user on marquee_passkeys (user_id)`.execute(db)
  await sql`create table marquee_passkey_challenges (
    nonce text primary key,
    expires_at bigint not null)`.execute(db)
}
