import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0057-permission-lists'

/** Pages of whom permissions are given to, and who that is. */
const OWNERS = { adm_user: 'user', adm_group: 'group', adm_oauth_client: 'client' } as const

/** Where the groups of a user lead to. */
const LINKS = JSON.stringify({ links: { groups: 'adm_group' } })

/** Users, groups and clients have their permissions on their own pages, beside the form. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [page, owner] of Object.entries(OWNERS)) {
    await sql`insert into adm_page_components (page_key, component_key, type, title, sort_order, configuration)
      select page_key, 'permissions', 'permissionList', 'Permissions', 100, ${JSON.stringify({ owner })}::jsonb
      from adm_pages where page_key = ${page}
        and not exists (select from adm_page_components c where c.page_key = ${page} and c.type = 'permissionList')`.execute(
      db,
    )
    await sql`update adm_pages set layout = 'tabs', version = version + 1 where page_key = ${page}`.execute(db)
  }
  await sql`update adm_page_components set configuration = ${LINKS}::jsonb || configuration
    where page_key in ('adm_users', 'adm_user') and component_key in ('list', 'form')`.execute(db)
}
