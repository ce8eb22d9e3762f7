import { AppError } from '../../../errors.ts'
import type { StorageArea } from '../storage-area.ts'
import type { BlobStore } from './blob-store.ts'
import { StoreFault } from './object-request.ts'

/** The same store, whose faults, or those of its disk, are told as its area's. @throws {AppError} DEPENDENCY_DOWN */
export function told({ name }: Pick<StorageArea, 'name'>, store: BlobStore): BlobStore {
  const telling = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const fault = faultOf(error)
      if (fault === null) throw error
      throw new AppError({ code: 'DEPENDENCY_DOWN', detail: `storage area ${name}: ${fault}` })
    }
  }
  return {
    put: (key, body, about) => telling(() => store.put(key, body, about)),
    get: (key, range) => telling(() => store.get(key, range)),
    size: (key) => telling(() => store.size(key)),
    remove: (key) => telling(() => store.remove(key)),
  }
}

function faultOf(error: unknown): string | null {
  if (error instanceof StoreFault) return error.message
  const { syscall, code } = (error ?? {}) as { readonly syscall?: unknown; readonly code?: unknown }
  return typeof syscall === 'string' && typeof code === 'string' ? `the disk says ${code}` : null
}
