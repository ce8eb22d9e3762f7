import type { BlobStore } from '../services/files/blob-stores/blob-store.ts'
import { putInParts } from '../services/files/blob-stores/put-in-parts.ts'

/** Objects of an R2 bucket that is bound to the Worker. */
export function r2Store(bucket: R2Bucket, partSize?: number): BlobStore {
  return {
    put: (key, body, about) => {
      const options = { httpMetadata: { contentType: about.contentType } }
      return putInParts(
        body,
        about,
        {
          whole: async (bytes) => void (await bucket.put(key, bytes, options)),
          begin: async () => {
            const upload = await bucket.createMultipartUpload(key, options)
            const parts: R2UploadedPart[] = []
            return {
              part: async (number, bytes) => void parts.push(await upload.uploadPart(number, bytes)),
              complete: async () => void (await upload.complete(parts)),
              abort: () => upload.abort(),
            }
          },
        },
        partSize,
      )
    },
    get: async (key, range) => {
      const wanted = range === undefined ? {} : { range: { offset: range.from, length: range.to - range.from + 1 } }
      const object = await bucket.get(key, wanted)
      return object === null ? null : { body: object.body, size: object.size }
    },
    size: async (key) => (await bucket.head(key))?.size ?? null,
    remove: (key) => bucket.delete(key),
  }
}

/** The bucket bound under a name; null: that name is bound to nothing, or to something else. */
export function boundBucket(bindings: object, name: string): BlobStore | null {
  const bound: unknown = Object.hasOwn(bindings, name) ? (bindings as Record<string, unknown>)[name] : null
  const isBucket = typeof bound === 'object' && bound !== null && 'createMultipartUpload' in bound
  return isBucket ? r2Store(bound as R2Bucket) : null
}
