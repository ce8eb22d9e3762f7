import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { field, flag } from './0005-field.ts'

/** What the code grant and signed tokens need. Tokens that nobody signed are no longer good: their users sign in anew. */
const STATEMENTS = [
  'delete from auth_tokens',
  `alter table auth_tokens
    add column family text not null,
    add column jwt text not null,
    add column kid text not null,
    add column rotated_at bigint,
    add column replaced_by text,
    add column renewal_salt text`,
  'create index auth_tokens_family on auth_tokens (family)',
  'create index auth_tokens_kid on auth_tokens (kid, expires_at)',
  `create table marquee_signing_keys (
    kid text primary key,
    private_jwk text not null,
    created_at bigint not null,
    superseded_at bigint)`,
  `alter table oauth_clients
    add column redirect_uris text,
    add column is_first_party boolean not null default false,
    add column scopes text[]`,
  `create table marquee_oauth_codes (
    code_hash text primary key,
    client_id text not null references oauth_clients (client_id) on update cascade on delete cascade,
    user_id bigint not null references users (id) on delete cascade,
    redirect_uri text not null,
    redirect_given boolean not null,
    challenge text,
    scope text not null,
    issuer text not null,
    family text not null,
    expires_at bigint not null,
    used_at bigint)`,
  'create index marquee_oauth_codes_expiry on marquee_oauth_codes (expires_at)',
  `create table marquee_oauth_consents (
    user_id bigint not null references users (id) on delete cascade,
    client_id text not null references oauth_clients (client_id) on update cascade on delete cascade,
    scope text not null,
    given_at bigint not null,
    primary key (user_id, client_id))`,
]

const CLIENT_TYPES = [
  { value: '1', label: 'Web application' },
  { value: '2', label: 'Public application' },
  { value: '3', label: 'Service' },
]
const TYPE_HELP =
  'A web application keeps a secret on a server; a public one (in a browser, on a phone) has none; a service may do everything, with its id and secret alone.'
const SECRET_HELP = 'A web application and a service need one; a public application has none.'

const FIELDS = [
  field('redirect_uris', 'Redirect addresses', 'TextArea', {
    help: 'One on each line, exactly as the application sends it: where people are led back to after signing in.',
  }),
  flag('is_first_party', 'Our own', 'Nobody is asked for consent.'),
  field('scopes', 'May', 'MultiEnum', {
    enum_values: { read: 'Read', write: 'Write' },
    help: 'What its tokens may be used for, as far as their user may. None chosen: everything.',
  }),
]

const OLD_TABS = [{ title: 'Main', fields: ['client_id', 'name', 'client_type', 'secret'] }]
const TABS = [
  { title: 'Main', fields: ['client_id', 'name', 'client_type', 'secret'] },
  { title: 'Sign-in', fields: ['redirect_uris', 'is_first_party', 'scopes'] },
]

export const name = '0030-oauth'

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  const clients = 'oauth_clients'
  await db
    .insertInto('adm_fields')
    .values(FIELDS.map((each, index) => ({ ...each, mediatype: clients, sort_order: index + 5 })))
    .execute()
  await db
    .updateTable('adm_fields')
    .set({ enum_values: JSON.stringify(CLIENT_TYPES), help: TYPE_HELP })
    .where('mediatype', '=', clients)
    .where('name', '=', 'client_type')
    .execute()
  await db
    .updateTable('adm_fields')
    .set({ help: SECRET_HELP })
    .where('mediatype', '=', clients)
    .where('name', '=', 'secret')
    .execute()
  // a form that somebody arranged anew stays as it is
  await sql`update adm_page_components
    set configuration = jsonb_set(configuration, '{tabs}', ${JSON.stringify(TABS)}::jsonb), version = version + 1
    where page_key = 'adm_oauth_client' and configuration -> 'tabs' = ${JSON.stringify(OLD_TABS)}::jsonb`.execute(db)
}
