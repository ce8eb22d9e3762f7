import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

const STATEMENTS = [
  `create table idempotency_keys (
    caller text not null,
    key text not null,
    fingerprint text not null,
    status smallint,
    headers jsonb,
    body text,
    created_at timestamptz not null default now(),
    primary key (caller, key))`,
  'create index idempotency_keys_age on idempotency_keys (created_at)',
]

export const name = '0004-idempotency'

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
