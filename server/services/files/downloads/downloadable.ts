import type { Caller } from '../../../http.ts'
import type { ByteRange } from '../blob-stores/blob-store.ts'

/** A file that can be downloaded, wherever it is kept. */
export interface Downloadable {
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly contentType: string
  /** Strong, with its quotes; the bytes behind one address never change. */
  readonly etag: string
  /** Its storage area lets everybody download. */
  readonly isPublic: boolean
  /** @throws {AppError} NOT_FOUND for a caller who may not read what it belongs to. */
  readonly requireRight: (caller: Caller) => Promise<void>
  /** The bytes; null: its storage area does not have it. */
  readonly open: (range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>
}

/** Finds a file by what stands in its address: the segments after `/api/v1/download/file/`, decoded. Null: not one of its own. */
export type FindDownload = (owner: string, name: string) => Promise<Downloadable | null>
