import type { FileMeans } from '../means.ts'
import type { StorageArea } from '../storage-area.ts'
import type { BlobStore } from './blob-store.ts'

/** One way of keeping objects; one file each, listed in `index.ts`. */
export interface StoreKind {
  readonly name: string
  /** Whether it keeps the objects of such an area. */
  readonly keeps: (area: Pick<StorageArea, 'type' | 'endpoint'>) => boolean
  /** @throws {AppError} VALIDATION where this runtime has no such store, or the area lacks what it needs. */
  readonly open: (area: StorageArea, means: FileMeans) => BlobStore
}
