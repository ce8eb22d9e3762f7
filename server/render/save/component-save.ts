import type { BatchOperation, LocalId } from '../../../shared/batch.ts'
import type { EntityId } from '../../../shared/envelope.ts'
import type { ComponentContext } from '../context.ts'

export type { BatchOperation, LocalId }

/** What the edits of one component come to. Pointers start from the component's `data`. */
export interface ComponentSave {
  /** Changes of the page's own record, of which all components make one operation. */
  readonly record?: readonly RecordChange[]
  /** In a bulk edit, the records that are to change; absent: all that the page shows. */
  readonly records?: readonly ChangedRecord[]
  /** Operations of the same transaction that come before the record's own, which refers to what they add. */
  readonly before?: readonly PlannedOperation[]
  /** Further operations of the same transaction, after the record's own. */
  readonly operations?: readonly PlannedOperation[]
  /** Where the component edits a member of the page's record that is not among the changes: one that is required, say. */
  readonly memberPlace?: (member: string) => string | null
}

export interface RecordChange {
  /** A field's name, or a relation's `_links` key. */
  readonly member: string
  readonly isLink: boolean
  readonly value: unknown
  readonly pointer: string
  /** Where a problem stands by its path below the value; absent: at that path below `pointer`. */
  readonly place?: (path: readonly string[]) => string
}

/** One record of a bulk edit, with the tag it was shown with. */
export interface ChangedRecord {
  readonly id: EntityId
  readonly etag: string
  readonly pointer: string
}

export interface PlannedOperation {
  readonly operation: BatchOperation
  /** Where a problem stands in the component's data, by its path below the operation, such as `['_data', 'title']`. */
  readonly place: (path: readonly string[]) => string
}

export interface SaveContext extends ComponentContext {
  /** The page's record: its id, or the local id of a new one; null in a bulk edit, and of a page without one. */
  readonly record: EntityId | LocalId | null
  readonly isBulkEdit: boolean
}
