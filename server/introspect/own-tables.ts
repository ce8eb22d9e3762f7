import type { MetadataDocument } from '../catalog/document.ts'
import { kyselyOver } from '../db/dialect.ts'
import { migrations } from '../db/migrations/index.ts'
import { type DatabaseSchema, type Table, tableTitle } from './database-schema.ts'

const CREATED = /\bcreate (?:unlogged )?table (?:if not exists )?"?([a-z_]+)"?/gi

/** Names of the tables that Marquee's migrations make, by what they would say to a database. */
async function migratedTables(): Promise<readonly string[]> {
  const names = ['marquee_migrations']
  const listener = kyselyOver(async (text) => {
    names.push(...[...text.matchAll(CREATED)].map(([, name]) => name as string))
    return { rows: [], written: null }
  })
  for (const migration of migrations) await migration.up(listener)
  return names
}

/** Tells Marquee's own tables, those of its media types included, from those that were there before. */
export async function ownTables(
  { current, tables }: DatabaseSchema,
  { mediaTypes }: MetadataDocument,
): Promise<ReadonlySet<Table>> {
  const own = mediaTypes.filter(({ foreign }) => foreign === undefined)
  const joining = own.flatMap(({ relations = [] }) => relations.flatMap(({ linkTable }) => linkTable ?? []))
  const names = new Set([...(await migratedTables()), ...own.map(({ name, table }) => table ?? name), ...joining])
  const titles = new Set([...names].map((name) => tableTitle({ schema: current, name })))
  return new Set(tables.filter((table) => titles.has(tableTitle(table))))
}
