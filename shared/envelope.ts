/** Wire types of the data API: the response envelope, entities and errors (specification, "Response envelope" to "Entity"; contract [D1]). */

export const DATA_API_MEDIA_TYPE = 'application/vnd.api+json'

export type EntityId = number
export type LinkValue = EntityId | null | readonly EntityId[]
export interface EntityPermissions {
  readonly can_write: boolean
  readonly can_delete: boolean
}

export interface Entity {
  readonly _id: EntityId
  readonly _href: string
  readonly _type: string
  readonly _etag: string
  /** Unix time in seconds. */
  readonly dateins?: number
  readonly _permissions?: EntityPermissions
  readonly _links?: Readonly<Record<string, LinkValue>>
  readonly [field: string]: unknown
}

export interface SortTerm {
  readonly _sortType: 'ascending' | 'descending'
  readonly _columnName: string
}

export interface FilterGroupJson {
  readonly operator: 'and' | 'or'
  readonly children: readonly (FilterGroupJson | FilterTermJson)[]
}

export interface FilterTermJson {
  readonly field: string
  readonly relatedField?: string
  readonly operator: string
  readonly value: unknown
}

export interface Meta {
  readonly _pageCount: number
  readonly _filterRowCount: number
  readonly _pageSize: number
  readonly _previousPage: string
  readonly _nextPage: string
  readonly _mainMediaType: string
  readonly _ids: readonly EntityId[] | null
  readonly _childMediaType: string | null
  readonly _include: readonly string[]
  readonly _sortOrder: Readonly<Record<string, readonly SortTerm[]>>
  readonly _fields: Readonly<Record<string, readonly string[]>>
  readonly _filter: { readonly _root: FilterGroupJson | null }
  readonly _page: number
  readonly _hideMeta: boolean
  readonly _hideLinks: boolean
  readonly contentSelection: null | object
}

export interface TemplateLink {
  readonly _href: string
  readonly _type: string
}

/** The envelope without its `<media_type>` member, whose name is the media type's. */
export interface Envelope {
  readonly _meta?: Meta
  readonly _links?: Readonly<Record<string, TemplateLink>>
  readonly _linked: Readonly<Record<string, readonly Entity[]>>
  readonly _permissions?: { readonly can_create: boolean }
  readonly [mediaType: string]: unknown
}

/** One error object of JSON:API 1.1, as [D1] uses it. */
export interface ErrorObject {
  readonly status: string
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string }
  readonly meta?: Readonly<Record<string, unknown>>
}

export interface ErrorBody {
  readonly errors: readonly ErrorObject[]
}

/** Stands in place of every secret value in a response; sent back, it means "unchanged". */
export const SECRET_PLACEHOLDER = '********'
