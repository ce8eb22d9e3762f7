/** Where a storage area keeps its objects; keys are relative to the area's path and use `/` between folders. */
export interface BlobStore {
  /** Streams and never holds a whole object. Throws, and leaves nothing, when the body breaks off. Replaces what is there. */
  readonly put: (key: string, body: ReadableStream<Uint8Array>, about: BlobAbout) => Promise<void>
  /** The object, or the bytes `from` to `to`, both included, of it; null when there is none. */
  readonly get: (key: string, range?: ByteRange) => Promise<Blob | null>
  /** In bytes; null when there is no such object. */
  readonly size: (key: string) => Promise<number | null>
  /** Removes it; that there is none is no error. */
  readonly remove: (key: string) => Promise<void>
}

export interface BlobAbout {
  /** In bytes, when it is known beforehand; a body of another size is refused by some stores. */
  readonly size: number | null
  readonly contentType: string
}

export interface ByteRange {
  readonly from: number
  readonly to: number
}

export interface Blob {
  /** The bytes asked for. */
  readonly body: ReadableStream<Uint8Array>
  /** Of the whole object. */
  readonly size: number
}
