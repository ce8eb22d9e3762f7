import { AppError } from '../../../errors.ts'
import type { StorageArea } from '../storage-area.ts'
import type { BlobStore } from './blob-store.ts'
import { StoreFault } from './object-request.ts'

/** The same store, whose faults are told as those of its area. @throws {AppError} DEPENDENCY_DOWN */
export function told({ name }: Pick<StorageArea, 'name'>, store: BlobStore): BlobStore {
  const telling = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error
      throw new AppError({ code: 'DEPENDENCY_DOWN', detail: `storage area ${name}: ${error.message}` })
    }
  }
  return {
    put: (key, body, about) => telling(() => store.put(key, body, about)),
    get: (key, range) => telling(() => store.get(key, range)),
    size: (key) => telling(() => store.size(key)),
    remove: (key) => telling(() => store.remove(key)),
  }
}
