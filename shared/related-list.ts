/** Wire types of `relatedList`, `orderedRelatedList` and `asyncRelatedList`. */
import type { FieldSchema, ListColumn, ListData } from './page.ts'

export interface RelatedListSchema {
  /** What a row is a record of: the related media type, or the link objects that join it. */
  readonly mediaType: string
  /** `_links` key of the relation, on the page's media type. */
  readonly relationKey: string
  readonly columns: readonly ListColumn[]
  /** Columns whose cells can be changed in place, where the row's `canWrite` allows. */
  readonly editable: readonly string[]
  readonly labelField: string
  readonly defaultSort: string
  readonly defaultPageSize: number
  readonly pageSizes: readonly number[]
  /** Most rows that one read gives: a list that shows all of them asks in blocks of so many. */
  readonly blockSize: number
  /** Rows keep an order of their own, which the user sets. */
  readonly ordered: boolean
  /** Page that a row opens; `field` names the column whose value is the item's id, absent where the row's own id is. */
  readonly rowPage?: { readonly pageKey: string; readonly field?: string }
  /** Records that can be added by choosing them. */
  readonly choose?: {
    readonly mediaType: string
    readonly labelPlural: string
    readonly labelField: string
    /** Column of the row that shows the chosen record; absent: the row is the chosen record. */
    readonly field?: string
  }
  /** Fields that a new row is filled in by; absent: none can be made here. */
  readonly create?: { readonly label: string; readonly fields: readonly FieldSchema[] }
  readonly canRemove: boolean
  /** Removing a row deletes its record, rather than taking it out of the list. */
  readonly removeDeletes: boolean
  /** At least one row must stay (`IS_CHILD_REQUIRED`). */
  readonly childRequired: boolean
  /** Several records are edited at once: what is added here is added to each. */
  readonly bulk: boolean
}

/** One page of rows; null for `asyncRelatedList`, which asks for it once mounted. */
export type RelatedListData = ListData
