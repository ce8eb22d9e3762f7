import type { Database } from '../db/database.ts'
import { buildCatalog, type MetadataRows } from './build.ts'
import type { Catalog } from './catalog.ts'

/** Holds the catalog of the newest revision seen. */
export interface CatalogSource {
  readonly current: () => Catalog
  /** Looks whether the metadata moved and loads it if so; one statement when it did not. [M5] */
  readonly refresh: () => Promise<Catalog>
}

/** @param moved told when a newer catalog is there: what was believed of the one before may not hold of it. */
export async function createCatalogSource(
  database: Pick<Database, 'read'>,
  moved: () => void = () => undefined,
): Promise<CatalogSource> {
  let catalog = await loadCatalog(database)
  return {
    current: () => catalog,
    refresh: async () => {
      const [row] = await database.read({ name: 'catalog-revision', text: `select ${REVISION}`, values: [] })
      if (Number(row?.[0]) !== catalog.revision) {
        const loaded = await loadCatalog(database)
        // of two reads under way the later state stays
        if (loaded.revision > catalog.revision) {
          catalog = loaded
          moved()
        }
      }
      return catalog
    },
  }
}

/** What the catalog is made of. */
const TABLES = ['adm_mediatypes', 'adm_fields', 'adm_relateds', 'adm_pages', 'adm_page_components'] as const

const REVISION = `(select coalesce(sum(version), 0)::text from table_versions where table_name in (${TABLES.map((table) => `'${table}'`).join(', ')}))`

const rowsOf = (table: string): string => `(select coalesce(json_agg(t order by t.id), '[]')::text from ${table} t)`

const LOAD = `select ${[REVISION, ...TABLES.map(rowsOf)].join(', ')}`

export async function loadCatalog(database: Pick<Database, 'read'>): Promise<Catalog> {
  return buildCatalog(await loadMetadata(database))
}

/** Reads the whole metadata in one statement, hence at one revision. */
export async function loadMetadata(database: Pick<Database, 'read'>): Promise<MetadataRows> {
  const [row] = await database.read({ text: LOAD, values: [] })
  const [revision, ...tables] = row ?? []
  const [mediaTypes, fields, relateds, pages, components] = tables.map((text) => JSON.parse(text ?? '[]'))
  return { revision: Number(revision), mediaTypes, fields, relateds, pages, components }
}
