/** Wire types of saving a page [R2]: what each component sends. */
import type { EntityId } from './envelope.ts'

/** Body of `POST /api/v2/save/<page_key>/<item_id|new>`; the answer is the fresh `PageResponse`. */
export interface PageSave {
  /** The components with something to save, in any order. */
  readonly components: readonly ComponentEdits[]
  /**
   * Tag of the page's record as it was shown: where anything of the record is to change, the save is refused with 412
   * when the record moved on from it. Rows and related records have tags of their own.
   */
  readonly etag?: string
  /** Each of several records gets the same changes; of a single one it is true where it is what is left of several. */
  readonly isBulkEdit?: boolean
}

export interface ComponentEdits<E = unknown> {
  readonly key: string
  readonly data: E
}

/** Of a form: only what changed, as its data has it: ids for relations, decimals as strings. */
export interface FormEdits {
  readonly values: Readonly<Record<string, unknown>>
  /** In a bulk edit, the records that are to change, each with the tag it was shown with. */
  readonly records?: readonly { readonly id: EntityId; readonly etag: string }[]
}

/** Of a form of a related record; without an id it is made, and related to the page's record. */
export interface RelatedFormEdits {
  readonly id: EntityId | null
  readonly etag: string | null
  readonly values: Readonly<Record<string, unknown>>
  /** It is taken away from the page's record, whatever the values: deleted where it is nothing without it. */
  readonly remove?: boolean
}

/** Of a choice of related records: `value` of a to-one relation, `add` and `remove` of a to-many one. */
export interface RelatedChoiceEdits {
  readonly value?: EntityId | null
  readonly add?: readonly EntityId[]
  readonly remove?: readonly EntityId[]
  /** As of a form. */
  readonly records?: FormEdits['records']
}

/** Of a list of related records; rows that are not named stay as they are, loaded or not. */
export interface RelatedListEdits {
  readonly add?: readonly RelatedRowAdded[]
  readonly update?: readonly {
    readonly id: EntityId
    readonly etag: string
    readonly values: Readonly<Record<string, unknown>>
  }[]
  readonly remove?: readonly { readonly id: EntityId; readonly etag?: string }[]
  /** One after the other: the row is taken out and put in before another, or at the end. */
  readonly moves?: readonly { readonly row: RowName; readonly before: RowName | null }[]
}

export interface RelatedRowAdded {
  /** Names the row in `moves` and in problems. */
  readonly key: string
  /** A record that is there already; absent: a new one is made of the values. */
  readonly relatedId?: EntityId
  /** The tag it was chosen with; absent: any version of it. */
  readonly etag?: string
  /** Of the row's own fields. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** A row's id, or the key of one that is being added. */
export type RowName = EntityId | string
