import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0073-joining-table-help'

const OLD_HELP = 'Many-to-many: its name, such as films_genres.'
const HELP =
  'Many-to-many: its name, such as films_genres. Left empty, it is named after what it joins, and so are its columns.'

/** Whoever makes a relation need not name its joining table; a help given by hand is left. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`update adm_fields set help = ${HELP}, version = version + 1
    where mediatype = 'adm_relateds' and name = 'link_table' and help = ${OLD_HELP}`.execute(db)
}
