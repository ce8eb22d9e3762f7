import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0066-members-of-groups'

const LIST = JSON.stringify({
  relation: 'users[group_id]',
  columns: ['username', 'name', 'email', 'is_administrator', 'is_disabled'],
  defaultSort: 'username',
  rowPageKey: 'adm_user',
})

/** Who is in a group stands on the group's page. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`insert into adm_page_components (page_key, component_key, type, title, sort_order, configuration)
    select page_key, 'members', 'relatedList', 'Members', 50, ${LIST}::jsonb
    from adm_pages where page_key = 'adm_group'
      and not exists (select from adm_page_components c where c.page_key = 'adm_group' and c.component_key = 'members')`.execute(
    db,
  )
}
