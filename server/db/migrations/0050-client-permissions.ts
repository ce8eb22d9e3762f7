import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0050-client-permissions'

const OWNER_PAGES = ['adm_permissions', 'adm_permission']

/** Permissions may be a client's too: what its users may do through it is no more than that. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table permissions drop constraint permissions_owner_type_check,
    add constraint permissions_owner_type_check check (owner_type in (1, 2, 3))`.execute(db)
  const choice = JSON.stringify([{ value: '3', label: 'Client' }])
  await sql`update adm_fields set enum_values = enum_values || ${choice}::jsonb
    where mediatype = 'permissions' and name = 'owner_type'`.execute(db)
  await db
    .updateTable('adm_fields')
    .set({ label: 'User, group or client' })
    .where('mediatype', '=', 'permissions')
    .where('name', '=', 'owner_id')
    .execute()
  const clients = { mediaType: 'oauth_clients', value: 'id', label: 'name', when: { owner_type: '3' } }
  await sql`update adm_page_components
    set configuration = jsonb_set(configuration, '{choices,owner_id}',
      configuration #> '{choices,owner_id}' || ${JSON.stringify([clients])}::jsonb)
    where page_key in (${sql.join(OWNER_PAGES)}) and configuration #> '{choices,owner_id}' is not null`.execute(db)
}
