import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** What the metadata must know of tables that were there before Marquee. */
const STATEMENTS = [
  `alter table adm_mediatypes
    add column is_foreign boolean not null default false,
    add column key_column text not null default 'id',
    add column version_source text not null default 'version' check (version_source in ('version', 'xmin', 'row')),
    add column inserted_column text`,
  'alter table adm_fields add column column_type text',
]

export const name = '0002-foreign-tables'

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
