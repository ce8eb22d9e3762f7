import { OBJECT } from '../../auth/permission-items.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Permission } from '../../catalog/rights.ts'

/** What permissions there are to give (specification, `/configurablepermissions`): categories with items. */
export interface PermissionInventory {
  readonly categories: readonly PermissionCategory[]
}

export interface PermissionCategory {
  readonly key: string
  readonly objectType: number
  /** Media type whose records the items are about, one by one; absent: the items are all there are. */
  readonly mediaType?: string
  readonly items: readonly InventoryItem[]
}

export interface InventoryItem {
  readonly key: string
  readonly label: string
  /** What can be given; what the metadata blocks for everybody is not among it. */
  readonly permissions: readonly Permission[]
}

export const NO_INVENTORY: PermissionInventory = { categories: [] }

/** Names and labels come from metadata; sources are records, and named to those alone who may read them. */
export function inventoryOf({ mediaTypes }: Catalog): PermissionInventory {
  const items = [...mediaTypes.values()]
    .map((type): InventoryItem => {
      const blocked: Readonly<Partial<Record<Permission, boolean>>> = {
        CanCreate: type.blockCreate,
        CanWrite: type.blockWrite,
        CanDelete: type.blockDelete,
      }
      const permissions = ALL.filter((permission) => blocked[permission] !== true)
      return { key: type.name, label: type.labelPlural, permissions }
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return {
    categories: [
      { key: 'mediaTypes', objectType: OBJECT.mediaType, items },
      { key: 'sources', objectType: OBJECT.source, mediaType: 'sources', items: [] },
    ],
  }
}

const ALL: readonly Permission[] = ['CanRead', 'CanCreate', 'CanWrite', 'CanDelete']
