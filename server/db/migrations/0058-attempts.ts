import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0058-attempts'

/** Failed attempts to sign in and the like, which all instances count together. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create table marquee_attempts (
    key_hash text primary key,
    most integer not null,
    leak double precision not null,
    grows boolean not null,
    failures double precision not null,
    at bigint not null,
    blocked_until bigint not null,
    refusals integer not null,
    known_until bigint not null) with (fillfactor = 70)`.execute(db)
  await sql`create index marquee_attempts_at on marquee_attempts (at)`.execute(db)
}
