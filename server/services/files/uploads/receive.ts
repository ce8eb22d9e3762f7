import type { Database } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { giveUp, type Place } from '../garbage.ts'
import { toHex } from '../hex.ts'
import type { FileMeans } from '../means.ts'
import type { Stores } from '../sources/source.ts'
import { acceptPart, isThere, type Part } from './accept.ts'
import { Base64Fault, decodeBase64 } from './base64-stream.ts'
import type { ChunkHead } from './chunk-head.ts'
import { atMost, BrokenBody, bytesOf, piecesOf } from './pieces.ts'
import { measured, openStage } from './stage.ts'
import { noUpload, tooLarge, wrongLength, wrongOffset, wrongPart } from './upload-errors.ts'
import { type FileTarget, findFile, type Piece, type StoredPiece, type UploadFile } from './upload-rows.ts'

export interface Receiving {
  readonly database: Database
  readonly stores: Stores
  readonly means: Pick<FileMeans, 'md5'>
  /** A file may have so many bytes. */
  readonly maxBytes: number
}

type Body = ReadableStream<Uint8Array> | null

/** What may come around base64: line ends, and then some. */
const encodedBytes = (size: number): number => Math.ceil(size / 3) * 4 * 2 + 1024

/**
 * Takes a chunk into its file, whole or not at all [F1].
 *
 * @throws {AppError} UPLOAD_OFFSET, UPLOAD_MISMATCH, TOO_LARGE, BODY_SYNTAX; NOT_FOUND.
 */
export async function receiveChunk(
  receiving: Receiving,
  target: FileTarget,
  head: ChunkHead,
  body: Body,
): Promise<UploadFile> {
  const file = await found(receiving, target)
  const part: Part = { ...head, header: 'Content-Range' }
  checkExtent(file, part, head.size, receiving.maxBytes)
  const isDue = head.from === file.received
  if (!isDue && head.from + head.size > file.received) throw wrongOffset(file, part.header)
  const pieces = readChunk(head, body, receiving.means)
  return isDue ? keep(receiving, target, file, part, pieces) : compare(receiving, target, file, part, pieces)
}

/**
 * Takes what comes of a file from an offset on, piece by piece: when the body breaks off, what came is kept (tus).
 *
 * @throws {AppError} UPLOAD_OFFSET, TOO_LARGE; NOT_FOUND.
 */
export async function receiveRest(
  receiving: Receiving,
  target: FileTarget,
  given: Pick<Part, 'from' | 'total'>,
  body: Body,
): Promise<UploadFile> {
  let file = await found(receiving, target)
  let from = given.from
  const part: Part = { ...given, contentType: null, header: 'Upload-Offset' }
  checkExtent(file, part, 0, receiving.maxBytes)
  if (given.from !== file.received) throw wrongOffset(file, part.header)
  const room = (given.total ?? file.total ?? receiving.maxBytes) - given.from
  const rest = atMost(bytesOf(body), room, () => tooLarge(given.from + room))
  try {
    for await (const piece of piecesOf(rest)) {
      file = await keep(receiving, target, file, { ...part, from }, [piece])
      from += piece.byteLength
    }
  } catch (error) {
    throw error instanceof BrokenBody ? brokenOff() : error
  }
  // the size alone is news as well
  const isNews = given.total !== null && file.total === null
  return isNews ? (await acceptPart(receiving.database, target, { ...part, from }, [])).file : file
}

async function found({ database }: Receiving, target: FileTarget): Promise<UploadFile> {
  const file = await findFile(database, target)
  if (file === null) throw noUpload()
  return file
}

function checkExtent(file: UploadFile, { from, total, header }: Part, size: number, maxBytes: number): void {
  if (file.total !== null && (total ?? file.total) !== file.total) throw wrongLength(header, file.total)
  if (Math.max(total ?? 0, from + size) > maxBytes) throw tooLarge(maxBytes, header)
  if (file.total !== null && from + size > file.total) throw wrongLength(header, file.total)
}

/** Stores pieces, then takes them in; what is stored and not taken is given up. */
async function keep(
  { database, stores, means }: Receiving,
  target: FileTarget,
  file: UploadFile,
  part: Part,
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>,
): Promise<UploadFile> {
  const stored: StoredPiece[] = []
  const places = (): readonly Place[] => stored.map(({ place }) => place)
  try {
    let from = part.from
    let stage: Awaited<ReturnType<typeof openStage>> | undefined
    for await (const piece of pieces) {
      stage ??= await openStage(database, stores, means, file)
      stored.push(await stage.put(piece, from))
      from += piece.byteLength
    }
    const accepted = await acceptPart(database, target, part, stored)
    if (accepted.isRepeat) await giveUp(database, places())
    return accepted.file
  } catch (error) {
    await giveUp(database, places())
    throw error
  }
}

/** A chunk that came before is read once more, to see that it is the same. */
async function compare(
  { database, means }: Receiving,
  target: FileTarget,
  file: UploadFile,
  part: Part,
  pieces: AsyncIterable<Uint8Array>,
): Promise<UploadFile> {
  const known: Piece[] = []
  let from = part.from
  for await (const piece of pieces) {
    known.push(measured(piece, from, means))
    from += piece.byteLength
  }
  if (!(await isThere(database, target, part.from, known))) throw wrongOffset(file, part.header)
  return file
}

/** The pieces of a chunk; breaks off when it is not what its head says. */
async function* readChunk(
  { size, md5, isRaw }: ChunkHead,
  body: Body,
  means: Pick<FileMeans, 'md5'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const more = (): AppError => wrongPart('Content-Range', `expected ${size} bytes, found more`)
  const sent = atMost(bytesOf(body), isRaw ? size : encodedBytes(size), more)
  const hash = means.md5()
  let count = 0
  try {
    for await (const piece of piecesOf(atMost(isRaw ? sent : decodeBase64(sent), size, more))) {
      hash.update(piece)
      count += piece.byteLength
      yield piece
    }
  } catch (error) {
    if (error instanceof Base64Fault) throw new AppError({ code: 'BODY_SYNTAX', detail: error.message })
    throw error instanceof BrokenBody ? brokenOff() : error
  }
  if (count !== size) throw wrongPart('Content-Range', `expected ${size} bytes, found ${count}`)
  const found = toHex(hash.digest())
  if (md5 !== null && found !== md5) throw wrongPart('Content-MD5', `expected the MD5 ${md5}, found ${found}`)
}

function brokenOff(): AppError {
  return new AppError({ code: 'BODY_SYNTAX', detail: 'the body broke off before its end' })
}
