import type { Database, Transaction } from '../../../db/database.ts'
import type { Problem } from '../../../errors.ts'
import type { BlobStore } from '../blob-stores/blob-store.ts'
import type { FileMeans } from '../means.ts'
import type { OutsideHosts } from '../outside/outside-hosts.ts'
import type { StorageArea } from '../storage-area.ts'

/** Where the file of a descriptor in `_links._files` comes from; one file each `_type`, listed in `index.ts`. */
export interface FileSource<D = unknown> {
  /** `_type` of its descriptors. */
  readonly name: string
  /**
   * Members it reads itself. Those of all kinds are read for it: `_type`, `_filename`, `_fileSize` or `_filesize`,
   * `_md5` and `_storagearea`. What is neither is a problem.
   */
  readonly members: readonly string[]
  /** Reads a descriptor; adds what is wrong to the problems, all of it. */
  readonly parse: (value: Readonly<Record<string, unknown>>, pointer: string, problems: Problem[]) => D | null
  /** The file's name where `_filename` is left out; absent: it must be given. */
  readonly nameOf?: (descriptor: D) => string
  /** `_fileSize` must be given. */
  readonly needsSize?: true
  /**
   * Opens the file; null: nothing is sent now (lazy). The body is read to its end or cancelled.
   *
   * @throws {AppError} with the descriptor's pointer.
   */
  readonly open: (descriptor: D, context: SourceContext) => Promise<OpenedFile | null>
}

export interface OpenedFile {
  readonly body: ReadableStream<Uint8Array>
  /** In bytes, when the source tells it. */
  readonly size: number | null
  /** Null: by the name's extension. */
  readonly contentType: string | null
  /** In the transaction that attaches the file to its record. */
  readonly attached?: (tx: Transaction) => Promise<void>
}

export interface SourceContext {
  readonly pointer: string
  /** `_filename`, or what `nameOf` gave. */
  readonly name: string
  /** `key` of who makes the request, such as `user:1`; null: the command line. */
  readonly caller: string | null
  readonly database: Database
  readonly means: FileMeans
  readonly stores: Stores
  readonly outside: OutsideHosts
  /** A file of a source may have so many bytes. */
  readonly maxBytes: number
}

/** The storage areas there are. */
export interface Stores {
  readonly area: (id: number) => Promise<StorageArea | null>
  /** Where files go that name no area; null: there is none. */
  readonly defaultArea: () => Promise<StorageArea | null>
  readonly open: (area: StorageArea) => BlobStore
}
