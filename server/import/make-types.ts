import type { Catalog } from '../catalog/catalog.ts'
import { defineMediaTypes, definePages } from '../catalog/define.ts'
import { loadCatalog } from '../catalog/load.ts'
import { lockMetadata } from '../catalog/metadata-lock.ts'
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

/** Somebody made a media type after the import was planned. */
export class TypeMade extends Error {
  constructor(name: string) {
    super(`${name} was made by somebody else meanwhile: the same command again imports into it`)
    this.name = 'TypeMade'
  }
}

async function make(tx: Transaction, { creates }: ImportPlan): Promise<Catalog> {
  if (creates.length === 0) return loadCatalog(tx)
  await lockMetadata(tx)
  const before = await loadCatalog(tx)
  const there = creates.find(({ name }) => before.mediaTypes.has(name))
  if (there !== undefined) throw new TypeMade(there.name)
  const catalog = await defineMediaTypes(tx, creates)
  await definePages(tx, importPages(creates, before))
  return catalog
}
