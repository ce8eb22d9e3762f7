import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Uploads that go on over several requests: their files, and the pieces of these that are stored. A piece whose row goes
 * leaves its object to the sweep.
 */
const STATEMENTS = [
  `create table marquee_uploads (
    id text primary key,
    owner text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null)`,
  'create index marquee_uploads_expiry on marquee_uploads (expires_at)',
  `create table marquee_upload_files (
    upload text not null references marquee_uploads (id) on delete cascade,
    position integer not null,
    name text not null,
    content_type text,
    metadata text,
    received bigint not null default 0,
    total bigint,
    md5 text,
    primary key (upload, name))`,
  `create table marquee_upload_pieces (
    upload text not null,
    name text not null,
    start_at bigint not null,
    length bigint not null,
    md5 text not null,
    area bigint not null references storage_areas (id),
    object_key text not null,
    primary key (upload, name, start_at),
    foreign key (upload, name) references marquee_upload_files (upload, name) on delete cascade)`,
  `create trigger marquee_leave_object after delete on marquee_upload_pieces
    for each row execute function marquee_leave_object()`,
]

export const name = '0008-uploads'

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
