import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Changes on their way to edit history, and edit history itself. The first two tables belong to the data API, the last
 * to the service, which may stand in another database.
 */
const STATEMENTS = [
  `create table history_outbox (
    id bigint generated always as identity primary key,
    event_id uuid not null default gen_random_uuid(),
    media_type text not null,
    record_id bigint not null,
    entry jsonb not null,
    created_at timestamptz not null default now(),
    failed_at timestamptz,
    failure text)`,
  'create index history_outbox_record on history_outbox (media_type, record_id, id)',
  `create table history_delivery (
    id smallint primary key check (id = 1),
    holder uuid,
    expires_at timestamptz not null default now()) with (fillfactor = 50)`,
  'insert into history_delivery (id) values (1)',
  `create table edit_history (
    id bigint generated always as identity primary key,
    event_id uuid not null unique,
    sequence bigint not null,
    media_type text not null,
    record_id bigint not null,
    version bigint not null,
    operation text not null
      check (operation in ('Added', 'Changed', 'Removed', 'AddedRelation', 'RemovedRelation')),
    user_id bigint,
    user_name text not null,
    at timestamptz not null,
    fields jsonb not null,
    added jsonb not null,
    removed jsonb not null)`,
  'create index edit_history_record on edit_history (media_type, record_id, sequence, id)',
]

export const name = '0003-history'

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
