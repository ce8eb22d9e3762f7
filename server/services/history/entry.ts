import type { MediaType } from '../../catalog/catalog.ts'
import type { Author, Change, ChangeOperation, FieldChange, RelationChange } from '../../write/changes.ts'
import type { NamesMoved } from './names.ts'

export const OPERATIONS: readonly ChangeOperation[] = [
  'Added',
  'Changed',
  'Removed',
  'AddedRelation',
  'RemovedRelation',
]

/** What one save did to one record, as edit history is told it and tells it (docs/history.md). */
export interface HistoryEntry {
  /** A UUID: an entry that comes again under the same one is not kept twice. */
  readonly _eventId: string
  /** Orders the entries of one record. */
  readonly _sequence: number
  /** The record's version after the save; of a removed record, its last. */
  readonly _version: number
  readonly _operation: ChangeOperation
  /** ISO 8601, UTC. */
  readonly _at: string
  readonly _user: { readonly id: number | null; readonly name: string }
  readonly _modifiedFields: Readonly<Record<string, ModifiedField>>
  readonly _addedRelations: readonly RelationChange[]
  readonly _removedRelations: readonly RelationChange[]
}

/**
 * `mediaType` says what a field of an id refers to. Under the key of an ordered relation stand the ids in the order
 * before and after.
 */
export interface ModifiedField extends FieldChange {
  readonly mediaType?: string
}

/** What the save itself knows of its entry; when it happened and in which order is known where it is kept. */
export interface SavedEntry extends Omit<HistoryEntry, '_eventId' | '_sequence' | '_at'> {
  /** Of the last entry of a save of metadata: what the entries before it are to call fields and relations from now on. */
  readonly _names?: NamesMoved
}

/** Stands for a record's files, which are no field: its values are their names. */
export const FILES = '_files'

export function entryOf(change: Change, author: Author, type: MediaType | undefined): SavedEntry {
  return {
    _version: change.version,
    _operation: change.operation,
    _user: { id: author.userId, name: author.name },
    _modifiedFields: Object.fromEntries(
      Object.entries(change.fields).map(([name, values]) => {
        const relation = type?.fields.get(name)?.relation ?? type?.relations.get(name)
        return [name, relation === undefined ? values : { ...values, mediaType: relation.to }]
      }),
    ),
    _addedRelations: change.added,
    _removedRelations: change.removed,
  }
}
