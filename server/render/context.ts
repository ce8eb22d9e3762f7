import type { Entity, Envelope } from '../../shared/envelope.ts'
import type { Catalog, MediaType, Page, PageComponent } from '../catalog/catalog.ts'
import type { DataApiClient, ReadQuery } from '../data-api/client.ts'
import type { PermissionClient } from '../services/permission/client.ts'
import type { Item } from './item.ts'

/** What the caller may do on a media type, less what its metadata blocks. */
export interface TypeRights {
  readonly read: boolean
  readonly write: boolean
  readonly delete: boolean
  readonly create: boolean
}

/** The state of a list as it stood in the address, not yet looked at: the data API reads it. */
export interface ListState {
  readonly page?: string
  readonly pageSize?: string
  readonly sort?: string
  readonly filter?: string
}

/** One page request. */
export interface RenderRequest {
  readonly pageKey: string
  /** The item part of the address, as it came. */
  readonly itemId: string | undefined
  readonly previousPageKey: string | undefined
  readonly listState: ListState
  readonly requestId: string
  /** Language of the texts that the page itself has. */
  readonly language: string
  /** Whose tab preferences apply; null for a service. */
  readonly userId: number | null
  readonly rightsOn: (type: MediaType) => TypeRights
  /** The catalog as the caller knows it [P4]. */
  readonly seen: (catalog: Catalog) => Catalog
  readonly dataApi: DataApiClient
  /** Nothing is withheld from the caller. */
  readonly unrestricted: boolean
  readonly permissions: Permissions
}

/** What tells of permissions, to whomever asks: who is shown it is for components to settle. */
export type Permissions = Pick<PermissionClient, 'own' | 'inventory'>

/** The records of a page's item, with what names their related records. */
export interface ItemRecords {
  readonly entities: readonly Entity[]
  readonly envelopes: readonly Envelope[]
}

/** What the components of one render share. Reads are made once a render and never kept. */
export interface RenderContext {
  readonly catalog: Catalog
  readonly page: Page
  /** The page's media type; undefined for a page without one. */
  readonly type: MediaType | undefined
  readonly item: Item
  /** Saves are told to edit history [EV3]. */
  readonly keepsHistory: boolean
  readonly rightsOn: (type: MediaType) => TypeRights
  readonly dataApi: DataApiClient
  /** Nothing is withheld from the caller. */
  readonly unrestricted: boolean
  readonly permissions: Permissions
  readonly readList: (type: MediaType, query: ReadQuery) => Promise<Envelope>
  /** The page's records; null when one of them does not exist or there are none. */
  readonly records: () => Promise<ItemRecords | null>
  /** The caller's right to create, and the container's flag in the data API's response [P1]. */
  readonly mayCreate: (type: MediaType) => Promise<boolean>
}

/** The same for one component. */
export interface ComponentContext extends RenderContext {
  readonly component: PageComponent
  readonly listState: ListState
  /** It is asked for by itself, as by a component that fetches its own data, and not as a part of its page. */
  readonly alone?: boolean
}
