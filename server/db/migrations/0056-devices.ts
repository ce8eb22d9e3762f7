import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { flag } from './0005-field.ts'

const STATEMENTS = [
  'alter table oauth_clients add column pairs_devices boolean not null default false',
  `create table marquee_devices (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    client_id text not null references oauth_clients (client_id) on update cascade on delete cascade,
    name text not null,
    scope text not null,
    family text not null unique,
    paired_at bigint not null)`,
  'create index marquee_devices_user on marquee_devices (user_id)',
  `create table marquee_device_codes (
    device_code_hash text primary key,
    user_code_hash text not null unique,
    client_id text not null references oauth_clients (client_id) on update cascade on delete cascade,
    scope text not null,
    issuer text not null,
    expires_at bigint not null,
    interval_seconds integer not null,
    polled_at bigint,
    is_denied boolean not null default false,
    user_id bigint references users (id) on delete cascade,
    device_id bigint references marquee_devices (id) on delete cascade)`,
  'create index marquee_device_codes_expiry on marquee_device_codes (expires_at)',
  'create index marquee_device_codes_device on marquee_device_codes (device_id)',
]

const FIELD = flag('pairs_devices', 'Pairs devices', 'It may be used on devices that show a code (RFC 8628).')

export const name = '0056-devices'

/** Devices without a browser, which users pair by a code; which clients run on such is for administrators to say. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  const clients = 'oauth_clients'
  await db
    .insertInto('adm_fields')
    .values({ ...FIELD, mediatype: clients, sort_order: 8 })
    .execute()
  // a form without this tab shows the field with the rest of them, or was arranged anew and stays as it is
  await sql`update adm_page_components
    set configuration = jsonb_set(configuration, '{tabs,1,fields}', configuration #> '{tabs,1,fields}' || '["pairs_devices"]'),
      version = version + 1
    where page_key = 'adm_oauth_client' and configuration #> '{tabs,1,title}' = '"Sign-in"'`.execute(db)
}
