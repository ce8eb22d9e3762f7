import type { Catalog } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import type { ReadOptions } from '../query/bind.ts'

/** What a write is done with. */
export interface WriteContext {
  readonly catalog: Catalog
  readonly rights: Rights
  /** How finders are read. */
  readonly reading: ReadOptions
}
