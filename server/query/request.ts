import type { FilterNode } from '../../shared/filter-ast.ts'

/** A read as its URL says it, names not yet looked up. */
export interface ReadRequest {
  /** Path and query as they came, for links to other pages. */
  readonly path: string
  readonly query: string
  readonly mediaType: string
  readonly target: ReadTarget
  /** Included paths of one or two media type names. */
  readonly include: readonly (readonly string[])[]
  readonly sort: Keyed<SortKey>
  readonly fields: Keyed<string> | null
  readonly filter: FilterNode | null
  /** `<field>=<value>` parameters. */
  readonly equals: readonly {
    readonly parameter: string
    readonly field: string
    readonly relatedField?: string
    readonly text: string
  }[]
  /** Id of the content criteria that the rows are of [D10]. */
  readonly contentCriteria: number | null
  readonly page: number
  /** Null: not given. Already within bounds otherwise. */
  readonly pageSize: number | null
  readonly hideMeta: boolean
  readonly hideLinks: boolean
  readonly ignoreAdmFields: boolean
  /** Reads back what a create made: the answer is a create response. */
  readonly created?: boolean
  /** Reads back what a write wrote: every record of it, in the order of their ids. */
  readonly whole?: boolean
}

export type ReadTarget =
  | { readonly kind: 'list' }
  /** Null: something that is no id, and names no record. */
  | { readonly kind: 'one'; readonly id: number | null }
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  /** `child`: a media type, or the `_links` key of one of the relations. */
  | { readonly kind: 'sublevel'; readonly id: number; readonly child: string }

/** A parameter that is given once for the main media type, or per media type in brackets; never both. */
export interface Keyed<T> {
  /** Null: not given. */
  readonly main: readonly T[] | null
  readonly byType: ReadonlyMap<string, readonly T[]>
}

export interface SortKey {
  readonly field: string
  /** Of `<field>[<related_field>]`. */
  readonly relatedField?: string
  readonly descending: boolean
}
