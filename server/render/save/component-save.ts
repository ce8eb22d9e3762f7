import type { EntityId } from '../../../shared/envelope.ts'
import type { ComponentContext } from '../context.ts'

/** An operation of the data API's batch [D5]. */
export type BatchOperation =
  | {
      readonly _op: 'add'
      readonly _type: string
      readonly _lid?: string
      readonly _data: Readonly<Record<string, unknown>>
    }
  | {
      readonly _op: 'update'
      readonly _href: string | LocalId
      readonly _etag?: string
      readonly _data: Readonly<Record<string, unknown>>
      /** One of many records changed alike: it may leave a required list empty (specification, "Errors"). */
      readonly _bulk?: true
    }
  | { readonly _op: 'remove'; readonly _href: string; readonly _etag?: string }

export interface LocalId {
  readonly _lid: string
}

/** What the edits of one component come to. Pointers start from the component's `data`. */
export interface ComponentSave {
  /** Changes of the page's own record, of which all components make one operation. */
  readonly record?: readonly RecordChange[]
  /** In a bulk edit, the records that are to change, with their tags; absent: all that the page shows. */
  readonly records?: readonly { readonly id: EntityId; readonly etag: string }[]
  /** Further operations of the same transaction, after the record's own. */
  readonly operations?: readonly PlannedOperation[]
}

export interface RecordChange {
  /** A field's name, or a relation's `_links` key. */
  readonly member: string
  readonly isLink: boolean
  readonly value: unknown
  readonly pointer: string
}

export interface PlannedOperation {
  readonly operation: BatchOperation
  /** Where a problem stands in the component's data, by its path below the operation, such as `['_data', 'title']`. */
  readonly place: (path: readonly string[]) => string
}

export interface SaveContext extends ComponentContext {
  /** The page's record: its id, or the local id of a new one; null in a bulk edit. */
  readonly record: EntityId | LocalId | null
  readonly isBulkEdit: boolean
}
