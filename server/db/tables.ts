import type { Generated } from 'kysely'
import type { AttemptTables } from './attempt-tables.ts'
import type { FileTables } from './file-tables.ts'
import type { HistoryTables } from './history-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { PasskeyTables } from './passkey-tables.ts'
import type { PresenceTables } from './presence-tables.ts'
import type { RecoveryTables } from './recovery-tables.ts'
import type { RemoteTables } from './remote-tables.ts'
import type { SignInTables } from './sign-in-tables.ts'

/** Columns every table of the service has, media types' tables included. */
export interface SystemColumns {
  id: Generated<number>
  /** Grows by one with each change of the record or of the relations it owns. */
  version: Generated<number>
  /** Unix time in seconds. */
  dateins: Generated<number>
}

export interface AdmMediatypes extends SystemColumns {
  name: string
  label: string
  label_plural: string
  /** Field that a record is shown by. */
  name_field: string | null
  /** Field holding the record's source, when rights go by source. */
  source_field: string | null
  /** Field whose self-relation makes the media type a tree. */
  parent_field: string | null
  table_name: string
  /** A media type that links two others and has fields of its own. */
  is_link: Generated<boolean>
  has_file: Generated<boolean>
  block_write: Generated<boolean>
  block_delete: Generated<boolean>
  block_create: Generated<boolean>
  is_system: Generated<boolean>
  /** The table was there before Marquee, which leaves its definition alone. */
  is_foreign: Generated<boolean>
  key_column: Generated<string>
  version_source: Generated<'version' | 'xmin' | 'row'>
  /** Of a foreign table: a timestamp that tells when a record was added. */
  inserted_column: string | null
}

export interface AdmFields extends SystemColumns {
  mediatype: string
  name: string
  label: string
  type: string
  column_name: string | null
  required: Generated<boolean>
  is_unique: Generated<boolean>
  read_only: Generated<boolean>
  indexed: Generated<boolean>
  sort_order: Generated<number>
  default_value: unknown
  enum_values: unknown
  /** Props and validation of the field type: currency, precision, min, max, step, marks, pattern, … */
  props: unknown
  help: string | null
  /** SQL type of the column where it is not what the field type expects. */
  column_type: string | null
}

export interface AdmRelateds extends SystemColumns {
  mediatype: string
  related_mediatype: string
  kind: 'one-to-many' | 'many-to-one' | 'one-to-one' | 'many-to-many' | 'link-object'
  /** many-to-one, one-to-one: the foreign-key field on `mediatype`; one-to-many: the one on `related_mediatype`. */
  column_name: string | null
  /** Field on `mediatype` by which a to-many relation is edited. */
  field: string | null
  /** many-to-many, link-object: the joining table and its two foreign keys. */
  link_table: string | null
  link_mediatype: string | null
  link_column: string | null
  link_related_column: string | null
  order_column: string | null
  /** What a delete of the record referred to does: refuse, null the reference, or delete too. */
  on_delete: Generated<'restrict' | 'set-null' | 'cascade'>
  is_child_required: Generated<boolean>
}

export interface AdmPages extends SystemColumns {
  page_key: string
  mediatype: string | null
  title: string
  parent_page_key: string | null
  layout: Generated<string>
  /** Place in the menu; a page without one is not in it. */
  menu_order: number | null
  menu_group: string | null
  icon: string | null
}

export interface AdmPageComponents extends SystemColumns {
  page_key: string
  component_key: string
  type: string
  title: string | null
  sort_order: Generated<number>
  configuration: unknown
}

export interface AdmDictionary extends SystemColumns {
  language: string
  key: string
  text: string
}

export interface Users extends SystemColumns {
  username: string
  name: string
  email: string | null
  password_hash: string
  is_administrator: Generated<boolean>
  is_disabled: Generated<boolean>
  /** Profile and preferences, tab preferences included. */
  preferences: unknown
}

export interface Groups extends SystemColumns {
  name: string
}

export interface UserGroups {
  user_id: number
  group_id: number
}

/** Permission items (specification, "Permission the service"). */
export interface Permissions extends SystemColumns {
  owner_type: number
  owner_id: number
  object_type: number
  object_id: number | null
  key: string | null
  can_read: boolean
  can_write: boolean
  can_delete: boolean
}

export interface OauthClients extends SystemColumns {
  client_id: string
  name: string
  /** 1: web application with a browser flow, 2: public application, 3: service. */
  client_type: number
  secret_hash: string | null
  /** One on each line. */
  redirect_uris: string | null
  /** Nobody is asked for consent. */
  is_first_party: Generated<boolean>
  /** What its tokens may be used for; null or none: everything. */
  scopes: readonly string[] | null
  /** It may be used on devices that show a code. */
  pairs_devices: Generated<boolean>
}

export interface AuthTokens {
  /** SHA-256 of the opaque handle, hex. */
  handle_hash: string
  kind: 'access' | 'refresh'
  user_id: number | null
  client_id: string | null
  /** Unix times in seconds. */
  issued_at: number
  expires_at: number
  revoked_at: number | null
  /** The sign-in that the token descends from. */
  family: string
  /** What the handle refers to, signed, and the key it was signed with. */
  jwt: string
  kid: string
  /** Of a refresh token that was replaced: when, by which, and what the new handles are derived with. */
  rotated_at: number | null
  replaced_by: string | null
  renewal_salt: string | null
}

export interface SigningKeys {
  kid: string
  private_jwk: string
  /** Unix times in seconds. */
  created_at: number
  superseded_at: number | null
}

/** Authorization codes, kept for a while after their use so that a second one is noticed. */
export interface OauthCodes {
  code_hash: string
  client_id: string
  user_id: number
  redirect_uri: string
  /** The request named it: the trade must name it too. */
  redirect_given: boolean
  /** S256 of the verifier; null when the client did not use PKCE. */
  challenge: string | null
  scope: string
  issuer: string
  /** Of the tokens it gives rise to. */
  family: string
  expires_at: number
  used_at: number | null
}

/** What users allowed clients that are not the house's own. */
export interface OauthConsents {
  user_id: number
  client_id: string
  scope: string
  given_at: number
}

export interface Settings {
  key: string
  value: string
}

/** How often each table was written, in stripes so that writers do not queue; the sum names a state of the table. */
export interface TableVersions {
  table_name: string
  stripe: number
  version: number
}

/** Answers of requests that may be repeated. */
export interface IdempotencyKeys {
  caller: string
  key: string
  fingerprint: string
  status: number | null
  headers: unknown
  body: string | null
  created_at: Generated<Date>
}

export interface Sources extends SystemColumns {
  name: string
  parent: number | null
}

/** Saved filters that stand for records [D10]. */
export interface ContentCriteria extends SystemColumns {
  name: string
  mediatype: string
  filter_expression: string | null
  sort_expression: string | null
  /** Records at most; 0: all. */
  max_records: Generated<number>
  /** Ids that come first. */
  highlights: unknown
  description: string | null
}

export interface Migrations {
  name: string
  applied_at: Generated<Date>
}

export interface Tables
  extends AttemptTables,
    FileTables,
    HistoryTables,
    IdentityTables,
    PasskeyTables,
    PresenceTables,
    RecoveryTables,
    RemoteTables,
    SignInTables {
  adm_mediatypes: AdmMediatypes
  adm_fields: AdmFields
  adm_relateds: AdmRelateds
  adm_pages: AdmPages
  adm_page_components: AdmPageComponents
  adm_dictionary: AdmDictionary
  users: Users
  groups: Groups
  user_groups: UserGroups
  permissions: Permissions
  oauth_clients: OauthClients
  sources: Sources
  auth_tokens: AuthTokens
  marquee_signing_keys: SigningKeys
  marquee_oauth_codes: OauthCodes
  marquee_oauth_consents: OauthConsents
  settings: Settings
  idempotency_keys: IdempotencyKeys
  table_versions: TableVersions
  content_criteria: ContentCriteria
  marquee_migrations: Migrations
}
