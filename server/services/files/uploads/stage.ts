import type { Database } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { BlobStore, ByteRange } from '../blob-stores/blob-store.ts'
import { announce } from '../garbage.ts'
import { toHex } from '../hex.ts'
import type { FileMeans } from '../means.ts'
import type { Stores } from '../sources/source.ts'
import type { Piece, StoredPiece, UploadFile } from './upload-rows.ts'

/** Puts pieces where they wait for the rest of their file. */
export interface Stage {
  readonly put: (bytes: Uint8Array<ArrayBuffer>, from: number) => Promise<StoredPiece>
}

/**
 * The default area as a place for pieces of a file. Each has a key of its own: what others sent for the same place stays.
 *
 * @throws {AppError} VALIDATION when there is no default area.
 */
export async function openStage(
  database: Pick<Database, 'kysely'>,
  stores: Stores,
  means: Pick<FileMeans, 'md5'>,
  { upload, position }: UploadFile,
): Promise<Stage> {
  const area = await stores.defaultArea()
  if (area === null) {
    const detail = 'no storage area is the default one: expected one to keep uploads in'
    throw new AppError({ code: 'VALIDATION', detail })
  }
  const store: BlobStore = stores.open(area)
  return {
    put: async (bytes, from) => {
      const key = `uploads/${upload}/${position}/${from}-${crypto.randomUUID()}`
      const place = { area: area.id, key }
      await announce(database, [place])
      const body = new Response(bytes).body as ReadableStream<Uint8Array>
      await store.put(key, body, { size: bytes.byteLength, contentType: 'application/octet-stream' })
      return { ...measured(bytes, from, means), place }
    },
  }
}

/** A piece as far as it tells whether another one has the same bytes. */
export function measured(bytes: Uint8Array, from: number, { md5 }: Pick<FileMeans, 'md5'>): Piece {
  const hash = md5()
  hash.update(bytes)
  return { from, length: bytes.byteLength, md5: toHex(hash.digest()) }
}

/** A file as its pieces make it up, or a part of it, read as it is asked for. */
export function joined(pieces: readonly StoredPiece[], stores: Stores, range?: ByteRange): ReadableStream<Uint8Array> {
  const bytes = joinedBytes(pieces, stores, range)
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await bytes.return(undefined)),
    },
    { highWaterMark: 0 },
  )
}

async function* joinedBytes(
  pieces: readonly StoredPiece[],
  stores: Stores,
  range: ByteRange = { from: 0, to: Number.MAX_SAFE_INTEGER },
): AsyncGenerator<Uint8Array> {
  const opened = new Map<number, BlobStore>()
  for (const { place, length, from } of pieces) {
    const part = { from: Math.max(range.from - from, 0), to: Math.min(range.to - from, length - 1) }
    if (part.from > part.to) continue
    const store = opened.get(place.area) ?? (await openArea(stores, place.area))
    opened.set(place.area, store)
    const isWhole = part.from === 0 && part.to === length - 1
    const object = await (isWhole ? store.get(place.key) : store.get(place.key, part))
    if (object === null || object.size !== length) throw lost()
    const reader = object.body.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        yield value
      }
    } finally {
      reader.cancel().catch(() => undefined)
    }
  }
}

/** Somebody has moved the area or removed what is in it, or cancelled the upload a moment ago. */
function lost(): AppError {
  const detail = 'a part of the upload is no longer in its storage area: upload the file again'
  return new AppError({ code: 'DEPENDENCY_DOWN', detail })
}

async function openArea(stores: Stores, id: number): Promise<BlobStore> {
  const area = await stores.area(id)
  if (area === null) throw lost()
  return stores.open(area)
}
