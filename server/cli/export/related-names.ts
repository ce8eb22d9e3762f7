import type { Catalog, Field, MediaType } from '../../catalog/catalog.ts'
import { shownSql, tableSql } from '../../catalog/sql-names.ts'
import type { Database } from '../../db/database.ts'
import { textName } from '../../query/export-plan.ts'

/** How many records of related media types have no name, by media type; those of which all have one are left out. */
export async function namelessRecords(
  type: MediaType,
  fields: readonly string[] | null,
  catalog: Catalog,
  database: Pick<Database, 'read'>,
): Promise<ReadonlyMap<string, number>> {
  const nameless = new Map<string, number>()
  for (const { to, field } of type.relations.values()) {
    if (nameless.has(to) || (fields !== null && !fields.includes(field ?? ''))) continue
    const related = catalog.mediaTypes.get(to) as MediaType
    const name = textName(related)
    if (name === null) continue
    const shown = `(${shownSql(related, related.fields.get(name) as Field, 'm')})::text`
    const text = `select count(*)::text from ${tableSql(related.table)} m where coalesce(btrim(${shown}), '') = ''`
    const [row] = await database.read({ text, values: [] })
    nameless.set(to, Number(row?.[0]))
  }
  return new Map([...nameless].filter(([, count]) => count > 0))
}
