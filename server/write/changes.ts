/** What happened to one record in one save (specification, "Edit-history operation types"). */
export type ChangeOperation = 'Added' | 'Changed' | 'Removed' | 'AddedRelation' | 'RemovedRelation'

/** One record's change, as it is told to edit history and to effects. */
export interface Change {
  readonly mediaType: string
  readonly id: number
  readonly operation: ChangeOperation
  /** The record's version after the save; of a removed record, its last. */
  readonly version: number
  /** Values before and after, as the API shows them; a new record has no `old`, a removed one no `new`. */
  readonly fields: Readonly<Record<string, FieldChange>>
  readonly added: readonly RelationChange[]
  readonly removed: readonly RelationChange[]
}

export interface FieldChange {
  readonly old?: unknown
  readonly new?: unknown
}

/** Records taken into or let go by a relation. */
export interface RelationChange {
  /** Key in the record's `_links`. */
  readonly relation: string
  readonly mediaType: string
  readonly ids: readonly number[]
}

/** On whose behalf a save is made. */
export interface Author {
  /** Null: a service or the command line. */
  readonly userId: number | null
  readonly name: string
}
