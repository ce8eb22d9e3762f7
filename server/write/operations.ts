import type { Rights } from '../catalog/rights.ts'
import type { Transaction } from '../db/database.ts'
import type { Problem } from '../errors.ts'
import type { Presented } from '../query/present.ts'
import type { ReadRequest } from '../query/request.ts'
import type { BodyElement } from './body.ts'
import type { Author } from './changes.ts'

/** One thing that a save is to do. */
export type WriteOperation = AddOperation | UpdateOperation | RemoveOperation

export interface AddOperation {
  readonly kind: 'add'
  readonly type: string
  readonly element: BodyElement
  /** Name by which later operations of the same save refer to the new record [D5]. */
  readonly lid?: string
  /** Where the operation stands in the body, when it is not the element. */
  readonly pointer?: string
}

export interface UpdateOperation {
  readonly kind: 'update'
  readonly type: string
  readonly target: number | LocalId
  readonly element: BodyElement
  /** An If-Match text; null: none. */
  readonly precondition: string | null
  /** One of many records changed alike. */
  readonly bulk?: boolean
  /** What is wrong with how it names its record. */
  readonly problems?: readonly Problem[]
  readonly places?: Places
}

export interface RemoveOperation {
  readonly kind: 'remove'
  readonly type: string
  readonly target: number | LocalId
  readonly precondition: string | null
  readonly places?: Places
}

export interface LocalId {
  readonly lid: string
}

/** Pointers into the body; absent: the path, and the If-Match header. */
export interface Places {
  readonly target?: string
  readonly tag?: string
}

export interface OperationResult {
  readonly kind: WriteOperation['kind']
  readonly type: string
  readonly id: number
  /** After the save; of a record that is not there then 0. */
  readonly version: number
  readonly lid?: string
}

/** Shapes the answer of a save; null: nothing is read back. */
export type ReadBack = (results: readonly OperationResult[]) => ReadRequest | null

export interface WriteRequest {
  readonly rights: Rights
  readonly author: Author
  /** Key of who makes the request, such as `user:1`; absent: the program itself. */
  readonly caller?: string
  /** The caller has said that data may be lost [M1.d]. */
  readonly lossConfirmed?: boolean
  readonly readBack?: ReadBack
  /** In the transaction, before anything is done; throws to refuse the save. The transaction may be tried more than once. */
  readonly guard?: ((tx: Transaction) => Promise<void>) | undefined
}

export interface WriteResult {
  readonly results: readonly OperationResult[]
  readonly presented: Presented | null
  /** Metadata revision, the second part of tags. */
  readonly revision: number
}
