import { AppError } from '../../../errors.ts'
import type { FileMeans } from '../means.ts'
import type { StorageArea } from '../storage-area.ts'
import { blobStorage } from './blob-storage.ts'
import type { BlobStore } from './blob-store.ts'
import { bucket } from './bucket.ts'
import { disk } from './disk.ts'
import { r2 } from './r2.ts'
import type { StoreKind } from './store-kind.ts'

/** Every way of keeping objects; the first that keeps an area is taken. */
export const storeKinds: readonly StoreKind[] = [disk, bucket, r2, blobStorage]

/** @throws {AppError} VALIDATION where nothing here keeps such an area. */
export function openStore(area: StorageArea, means: FileMeans): BlobStore {
  const kind = storeKinds.find(({ keeps }) => keeps(area))
  if (kind === undefined) {
    throw new AppError({ code: 'VALIDATION', detail: `nothing here keeps files of the storage area ${area.name}` })
  }
  return kind.open(area, means)
}
