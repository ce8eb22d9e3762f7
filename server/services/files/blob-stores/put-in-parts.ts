import type { BlobAbout } from './blob-store.ts'

/** How a store takes what is too large for one request. */
export interface PartWriter {
  /** @param number from 1 on. */
  readonly part: (number: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  readonly complete: () => Promise<void>
  /** Takes back the parts that came. */
  readonly abort: () => Promise<void>
}

export interface PartTarget {
  readonly whole: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  readonly begin: () => Promise<PartWriter>
}

const MIB = 1024 * 1024
const PART = 8 * MIB
/** Of a body whose size nobody knows: ten thousand of them are more than a file may have. */
const PART_OF_UNKNOWN = 16 * MIB
/** Stores take ten thousand, or more. */
const MOST_PARTS = 9000

/**
 * Puts a body into a store that wants to know the length of whatever it is sent: whole where it is small, else in parts of
 * one size. One part is held at a time.
 *
 * @throws what the body breaks off with; then nothing is kept.
 */
export async function putInParts(
  body: ReadableStream<Uint8Array>,
  { size }: Pick<BlobAbout, 'size'>,
  target: PartTarget,
  partSize = partSizeOf(size),
): Promise<void> {
  const reader = body.getReader()
  let writer: PartWriter | null = null
  try {
    const read = partReader(reader, partSize)
    let part = await read()
    if (part.last) return await target.whole(part.bytes)
    writer = await target.begin()
    for (let number = 1; ; number++) {
      if (part.bytes.byteLength > 0) await writer.part(number, part.bytes)
      if (part.last) break
      part = await read()
    }
    await writer.complete()
  } catch (error) {
    await reader.cancel(error).catch(() => undefined)
    await writer?.abort().catch(() => undefined)
    throw error
  }
}

function partSizeOf(size: number | null): number {
  return size === null ? PART_OF_UNKNOWN : Math.max(PART, Math.ceil(size / MOST_PARTS / MIB) * MIB)
}

/** Gives the next bytes, `size` of them unless they are the last. */
function partReader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  size: number,
): () => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly last: boolean }> {
  let rest: Uint8Array = new Uint8Array()
  return async () => {
    // pieces are kept as they come, so that a small body takes no more room than it has
    const pieces: Uint8Array[] = []
    let filled = 0
    let last = false
    while (filled < size) {
      if (rest.byteLength === 0) {
        const { done, value } = await reader.read()
        if (done) {
          last = true
          break
        }
        rest = value
      }
      const piece = rest.subarray(0, size - filled)
      rest = rest.subarray(piece.byteLength)
      pieces.push(piece)
      filled += piece.byteLength
    }
    const bytes = new Uint8Array(filled)
    let at = 0
    for (const piece of pieces) {
      bytes.set(piece, at)
      at += piece.byteLength
    }
    return { bytes, last }
  }
}
