import type { Catalog, MediaType } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import type { Transaction } from '../db/database.ts'
import type { Problem } from '../errors.ts'
import type { ApplyContext } from './apply-links.ts'
import type { BoundWrite } from './bind-write.ts'
import type { Author, Change } from './changes.ts'
import type { WriteRequest } from './operations.ts'

/** What a save is about to do with one record of a media type that an effect concerns. */
export interface Intent {
  readonly operation: 'add' | 'update' | 'remove'
  readonly type: MediaType
  /** Null: a new record. */
  readonly id: number | null
  /** Null for a removal. */
  readonly write: BoundWrite | null
  /** Where it stands in the body. */
  readonly pointer: string
}

export interface EffectContext {
  readonly tx: Transaction
  /** The catalog as it was when the save began. */
  readonly catalog: Catalog
  readonly rights: Rights
  readonly author: Author
  /** The caller has said that data may be lost. */
  readonly lossConfirmed: boolean
}

/** What was made outside the database for a save whose transaction is still to come. */
export interface Preparation {
  /**
   * In the transaction, once the operations are done: `ids[n]` is the record of the n-th intent. A transaction may be
   * tried more than once.
   */
  readonly write: (ids: readonly number[], context: ApplyContext) => Promise<void>
  /** The save came to nothing, as far as anyone can tell. */
  readonly undo: () => Promise<void>
}

/**
 * Something that follows from writes of certain media types, in their own transaction: tables from metadata, a hash in
 * place of a password, an entry for edit history.
 */
export interface WriteEffect {
  readonly concerns: (type: MediaType) => boolean
  /**
   * What is too slow for a transaction: reads what all intents say and adds what is wrong with it to the problems, then
   * gives the work to be done before the transaction begins, null when there is none. It is done only where nothing is
   * known to be wrong, and has no connection or lock while it lasts.
   */
  readonly before?: (
    intents: readonly Intent[],
    problems: Problem[],
  ) => ((request: WriteRequest) => Promise<Preparation>) | null
  /** Before anything is written: gives what to write instead (the intent's own write when nothing differs), or adds problems. */
  readonly prepare?: (intent: Intent, context: EffectContext, problems: Problem[]) => Promise<BoundWrite | null>
  /** After everything is written, with all changes of the save to media types it concerns; throws to refuse the save. */
  readonly settle?: (changes: readonly Change[], context: EffectContext) => Promise<void>
  /** After the commit, before the answer. */
  readonly committed?: (changes: readonly Change[]) => Promise<void>
}
