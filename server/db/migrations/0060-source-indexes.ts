import { type Kysely, sql } from 'kysely'
import { indexName } from '../index-name.ts'
import type { Tables } from '../tables.ts'

export const name = '0060-source-indexes'

/** Tables of records with a source get the index over ids that tells the source as well. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const columns = await sql<{ readonly table: string; readonly column: string }>`
    select m.table_name as "table", coalesce(f.column_name, f.name) as "column"
    from adm_mediatypes m join adm_fields f on f.mediatype = m.name and f.name = m.source_field
    where not m.is_foreign`.execute(db)
  for (const { table, column } of columns.rows) {
    await sql`create index if not exists ${sql.ref(indexName(table, column, 'rights'))}
      on ${sql.table(table)} (id) include (${sql.ref(column)})`.execute(db)
  }
}
