import type { BlobStore } from './blob-stores/blob-store.ts'
import type { OutsideNetwork } from './outside/outside-network.ts'

/** What of files only a runtime can do; part of its `Platform`. */
export interface FileMeans {
  /** MD5 of bytes that come piece by piece. */
  readonly md5: () => Md5
  /** A folder as a store, relative to the data folder unless it is absolute; absent where there is no disk. */
  readonly disk?: (folder: string) => DiskFolder
  /** The R2 bucket bound to the Worker under that name; null: there is none. Absent on other runtimes. */
  readonly bucket?: (binding: string) => BlobStore | null
  readonly network: OutsideNetwork
}

export interface Md5 {
  readonly update: (bytes: Uint8Array) => void
  /** The 16 bytes; ends it. */
  readonly digest: () => Uint8Array
}

export interface DiskFolder {
  /** Absolute. */
  readonly path: string
  readonly store: BlobStore
}
