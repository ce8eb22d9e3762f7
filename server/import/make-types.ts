import type { Catalog } from '../catalog/catalog.ts'
import { defineMediaTypes, definePages } from '../catalog/define.ts'
import { loadCatalog } from '../catalog/load.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { ImportPlan } from './import-plan.ts'
import { importPages } from './plan-pages.ts'
import { rolledBack } from './rehearsal.ts'

/** Makes what a plan needs and is not there: media types with their tables and pages, all of it or nothing. */
export function makeTypes(database: Database, plan: ImportPlan): Promise<Catalog> {
  return database.transaction((tx) => make(tx, plan))
}

/** The catalog as it would be, without anything made. */
export function imagineTypes(database: Database, plan: ImportPlan): Promise<Catalog> {
  return rolledBack(database, (tx) => make(tx, plan))
}

async function make(tx: Transaction, { creates }: ImportPlan): Promise<Catalog> {
  if (creates.length === 0) return loadCatalog(tx)
  const before = await loadCatalog(tx)
  const catalog = await defineMediaTypes(tx, creates)
  await definePages(tx, importPages(creates, before))
  return catalog
}
