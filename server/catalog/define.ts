import type { Database, Transaction } from '../db/database.ts'
import { applyTableChanges } from './apply-table-changes.ts'
import { buildCatalog } from './build.ts'
import type { Catalog } from './catalog.ts'
import { freshProblems, refuseProblems } from './check-metadata.ts'
import type { MediaTypeDocument, PageDocument } from './document.ts'
import { componentRows, fieldRows, mediaTypeRow, pageRow, relatedRows } from './document-rows.ts'
import { loadMetadata } from './load.ts'
import { lockMetadata } from './metadata-lock.ts'
import { tableChanges } from './table-changes.ts'

/**
 * Adds media types: their metadata rows and their tables, in the caller's transaction.
 *
 * @returns the catalog as it is inside the transaction.
 */
export async function defineMediaTypes(tx: Transaction, documents: readonly MediaTypeDocument[]): Promise<Catalog> {
  const { kysely } = tx
  await lockMetadata(tx)
  const before = await loadMetadata(tx)
  await kysely.insertInto('adm_mediatypes').values(documents.map(mediaTypeRow)).execute()
  const fields = documents.flatMap(fieldRows)
  if (fields.length > 0) await kysely.insertInto('adm_fields').values(fields).execute()
  const relateds = documents.flatMap(relatedRows)
  if (relateds.length > 0) await kysely.insertInto('adm_relateds').values(relateds).execute()
  const rows = await loadMetadata(tx)
  refuseProblems(freshProblems(rows, before))
  const catalog = buildCatalog(rows)
  await applyTableChanges(tx, tableChanges(buildCatalog(before), catalog), { lossConfirmed: false })
  return catalog
}

/** Adds pages and their components. */
export async function definePages(tx: Transaction, pages: readonly PageDocument[]): Promise<void> {
  await tx.kysely.insertInto('adm_pages').values(pages.map(pageRow)).execute()
  const components = pages.flatMap(componentRows)
  if (components.length > 0) await tx.kysely.insertInto('adm_page_components').values(components).execute()
}

/** Tells whether a media type exists, so that a seed runs once. */
export async function hasMediaType(database: Database, name: string): Promise<boolean> {
  const row = await database.kysely
    .selectFrom('adm_mediatypes')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}
