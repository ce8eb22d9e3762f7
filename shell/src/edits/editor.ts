import type { EntityId, ErrorObject } from '../../../shared/envelope.ts'
import type { FieldSchema, RelatedLabel } from '../../../shared/page.ts'

/**
 * What a component of the page holds that is saved with the page: all editors of a page make one save, in one
 * transaction [R2]. A component gives a new one with every render (`useEditor`).
 */
export interface Editor {
  /** The component's key. */
  readonly key: string
  readonly title: string
  /** How many things are changed; 0: nothing is sent. */
  readonly changes: number
  /** It makes the record of a new item's page, and is sent though nothing is changed. */
  readonly makesRecord?: boolean
  /** Several records are edited alike, and what is collected goes to each. */
  readonly bulk?: BulkEdit
  /** How many of them are shown to be wrong. */
  readonly problems: number
  /** Looks over what is to be sent and shows what is wrong; true when it may be sent. */
  readonly check: () => boolean
  /** Takes the user to the first problem. */
  readonly focusProblem: () => void
  /** What the server's mapper is to save (shared/page-save.ts). */
  readonly collect: () => unknown
  /** It is saved: `sent` is what `collect` gave, `fresh` the component's data as it is now; null: not known. What was typed since stays. */
  readonly settle: (sent: unknown, fresh: unknown) => void
  /** The save was refused: pointers start from what `collect` gave. Gives back what it has no place for. */
  readonly refuse: (errors: readonly ErrorObject[]) => readonly ErrorObject[]
  /**
   * What shows a part of its data looks up what it needs to merge, and fails where that cannot be had. `fresh` is the
   * component's data as it is now; absent: that is all it needs.
   */
  readonly prepare?: (fresh: unknown) => Promise<unknown>
  /** Somebody else saved meanwhile: what the edits of this moment and what was prepared come to. Changes nothing yet. */
  readonly merge: (prepared: unknown) => Merge
  /** Gives up all changes; the function given back undoes that. */
  readonly discard: () => () => void
}

/** Records that are edited alike. */
export interface BulkEdit {
  readonly mediaType: string
  /** The field that names a record. */
  readonly labelField: string | undefined
  readonly records: readonly BulkRecord[]
  /** Fields that are set in all of them. */
  readonly touched: readonly FieldSchema[]
}

export interface BulkRecord {
  readonly id: EntityId
  readonly etag: string
}

/** A record as it was when it was read. */
export interface MergedRecord {
  readonly mediaType: string
  readonly id: EntityId
  readonly etag: string
}

/** What the user's changes and somebody else's come to together [R6]. */
export interface Merge {
  /** What both changed, to different values: the user is asked. */
  readonly conflicts: readonly Conflict[]
  /** Labels of what only they changed, which is taken over. */
  readonly taken: readonly string[]
  /** Whose history tells who changed it; absent: the page's own record. */
  readonly record?: MergedRecord
  /** Puts the fresh data under the user's changes of that moment; those of the named conflicts are given up for theirs. */
  readonly apply: (giveUp: ReadonlySet<string>) => void
}

export interface Conflict {
  /** Tells it from the editor's other conflicts. */
  readonly id: string
  readonly label: string
  readonly field: FieldSchema
  readonly mine: ShownValue
  readonly theirs: ShownValue
  /** Mine can be kept on the screen but not be saved: what it was made for is not there any more. */
  readonly unsavable?: true
}

export interface ShownValue {
  readonly value: unknown
  readonly labels: readonly RelatedLabel[]
}
