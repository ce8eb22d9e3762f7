import type { Generated } from 'kysely'
import type { SystemColumns } from './tables.ts'

export interface RemoteTables {
  adm_remotes: AdmRemotes
}

/** Customers' bundles of components, where the environment names none [R5]. */
export interface AdmRemotes extends SystemColumns {
  name: string
  entry: string
  integrity: string | null
  /** Bundles are searched in this order, ties by id. */
  sort_order: Generated<number>
  is_enabled: Generated<boolean>
}
