import type { Database } from '../../../db/database.ts'
import { claimObjects } from '../garbage.ts'
import { noUpload, wrongLength, wrongOffset } from './upload-errors.ts'
import {
  addPieces,
  type FileTarget,
  findFile,
  lockFile,
  type Piece,
  piecesOfFile,
  type StoredPiece,
  type UploadFile,
} from './upload-rows.ts'

/** A part of a file that came whole. */
export interface Part {
  readonly from: number
  readonly total: number | null
  readonly contentType: string | null
  /** Which header told `from` and `total`. */
  readonly header: 'Content-Range' | 'Upload-Offset'
}

export interface Accepted {
  readonly file: UploadFile
  /** Its bytes were there already, and its objects are not wanted. */
  readonly isRepeat: boolean
}

/**
 * Takes a part into its file: if it is the one due, or has been taken before with the same bytes. Of several at once one
 * is taken, and the others are held against it.
 *
 * @throws {AppError} UPLOAD_OFFSET, telling the offset due; NOT_FOUND when the upload was cancelled meanwhile.
 */
export async function acceptPart(
  database: Database,
  target: FileTarget,
  part: Part,
  pieces: readonly StoredPiece[],
): Promise<Accepted> {
  return database.transaction(async (tx) => {
    const file = await lockFile(tx, target)
    if (file === null) throw noUpload()
    const { total } = file
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (total !== null && part.total !== null && part.total !== total) throw wrongLength(part.header, total)
    if (file.received !== part.from) {
      if (!(await isThere(tx, target, part.from, pieces))) throw wrongOffset(file, part.header)
      return { file, isRepeat: true }
    }
    if (part.from + length > (total ?? Number.MAX_SAFE_INTEGER)) throw wrongLength(part.header, total as number)
    await claimObjects(
      tx,
      pieces.map(({ place }) => place),
    )
    await addPieces(tx, target, pieces, part)
    const after = await findFile(tx, target)
    return { file: after as UploadFile, isRepeat: false }
  })
}

/** Whether a file has these very pieces. */
export async function isThere(
  database: Pick<Database, 'kysely'>,
  target: FileTarget,
  from: number,
  pieces: readonly Piece[],
): Promise<boolean> {
  const to = pieces.reduce((end, piece) => end + piece.length, from)
  const known = await piecesOfFile(database, target, { from, to })
  return (
    known.length === pieces.length &&
    known.every((piece, index) => {
      const other = pieces[index] as Piece
      return piece.from === other.from && piece.length === other.length && piece.md5 === other.md5
    })
  )
}
