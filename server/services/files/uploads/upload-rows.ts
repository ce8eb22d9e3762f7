import { sql } from 'kysely'
import type { Database, Transaction } from '../../../db/database.ts'
import type { Place } from '../garbage.ts'

/** Which file of which upload, and whose. */
export interface FileTarget {
  readonly owner: string
  readonly upload: string
  readonly name: string
}

/** How far a file has come. */
export interface UploadFile {
  readonly upload: string
  /** Of the file among those of its upload. */
  readonly position: number
  readonly name: string
  readonly contentType: string | null
  /** What a tus client said of it, as it said it. */
  readonly metadata: string | null
  /** Bytes from the start on that are there. */
  readonly received: number
  /** Null: nobody has said yet. */
  readonly total: number | null
  /** Of the whole file in hexadecimal, once it was checked. */
  readonly md5: string | null
  /** When the upload is forgotten unless something comes. */
  readonly expires: Date
}

/** A part of a file that is an object in a storage area. */
export interface Piece {
  readonly from: number
  readonly length: number
  /** Hex. */
  readonly md5: string
}

/** What is known of a file before any of it came. */
export type NewFile = Pick<UploadFile, 'name' | 'total' | 'contentType' | 'metadata'>

export interface StoredPiece extends Piece {
  readonly place: Place
}

type Kysely = Pick<Database | Transaction, 'kysely'>

/** How long an upload waits for the next part of it. */
const KEPT = sql`interval '1 day'`

export const isComplete = ({ received, total }: UploadFile): boolean => received === total

/** Adds an upload with its files, all in one statement. */
export async function insertUpload(
  { kysely }: Kysely,
  upload: string,
  owner: string,
  files: readonly NewFile[],
): Promise<void> {
  const names = files.map(({ name }) => name)
  const totals = files.map(({ total }) => total)
  const types = files.map(({ contentType }) => contentType)
  const metadata = files.map((file) => file.metadata)
  await sql`
    with made as (
      insert into marquee_uploads (id, owner, expires_at) values (${upload}, ${owner}, now() + ${KEPT}) returning id
    )
    insert into marquee_upload_files (upload, position, name, total, content_type, metadata)
    select made.id, given.position, given.name, given.total, given.content_type, given.metadata
    from made, unnest(${names}::text[], ${totals}::bigint[], ${types}::text[], ${metadata}::text[]) with ordinality
      as given (name, total, content_type, metadata, position)`.execute(kysely)
}

const FILE = sql`f.upload, f.position::text, f.name, f.content_type, f.metadata, f.received::text, f.total::text, f.md5,
  extract(epoch from u.expires_at)::text as expires`
const OF_UPLOAD = sql`marquee_upload_files f join marquee_uploads u on u.id = f.upload`

/** The files of someone's upload in their order; none where there is no such upload. */
export async function filesOf({ kysely }: Kysely, owner: string, upload: string): Promise<readonly UploadFile[]> {
  const { rows } = await sql<FileColumns>`select ${FILE} from ${OF_UPLOAD}
    where u.id = ${upload} and u.owner = ${owner} and u.expires_at > now() order by f.position`.execute(kysely)
  return rows.map(fileOf)
}

export async function findFile({ kysely }: Kysely, { owner, upload, name }: FileTarget): Promise<UploadFile | null> {
  const { rows } = await sql<FileColumns>`select ${FILE} from ${OF_UPLOAD}
    where u.id = ${upload} and u.owner = ${owner} and u.expires_at > now() and f.name = ${name}`.execute(kysely)
  return rows[0] === undefined ? null : fileOf(rows[0])
}

/** Locks the upload of a file, whose other writers wait, and keeps it for another day at least. */
export async function lockFile(tx: Transaction, target: FileTarget): Promise<UploadFile | null> {
  const { owner, upload } = target
  await sql`update marquee_uploads set expires_at = greatest(expires_at, now() + ${KEPT})
    where id = ${upload} and owner = ${owner} and expires_at > now()`.execute(tx.kysely)
  return findFile(tx, target)
}

/** Notes what came: the pieces, and what became known of the file with them. */
export async function addPieces(
  { kysely }: Transaction,
  { upload, name }: FileTarget,
  pieces: readonly StoredPiece[],
  known: Pick<UploadFile, 'total' | 'contentType'>,
): Promise<void> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  await sql`update marquee_upload_files set received = received + ${length}::bigint,
      total = coalesce(total, ${known.total}::bigint), content_type = coalesce(content_type, ${known.contentType})
    where upload = ${upload} and name = ${name}`.execute(kysely)
  if (pieces.length === 0) return
  const given = sql`unnest(${pieces.map(({ from }) => from)}::bigint[], ${pieces.map((piece) => piece.length)}::bigint[],
    ${pieces.map(({ md5 }) => md5)}::text[], ${pieces.map(({ place }) => place.area)}::bigint[],
    ${pieces.map(({ place }) => place.key)}::text[]) as given (start_at, length, md5, area, object_key)`
  await sql`insert into marquee_upload_pieces (upload, name, start_at, length, md5, area, object_key)
    select ${upload}, ${name}, start_at, length, md5, area, object_key from ${given}`.execute(kysely)
}

/** The pieces of a file that begin in a range of it, in their order. */
export async function piecesOfFile(
  { kysely }: Kysely,
  { upload, name }: Pick<FileTarget, 'upload' | 'name'>,
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: Number.MAX_SAFE_INTEGER },
): Promise<readonly StoredPiece[]> {
  const { rows } = await sql<Record<'start_at' | 'length' | 'md5' | 'area' | 'object_key', string>>`
    select start_at::text, length::text, md5, area::text, object_key from marquee_upload_pieces
    where upload = ${upload} and name = ${name} and start_at >= ${from}::bigint and start_at < ${to}::bigint
    order by marquee_upload_pieces.start_at`.execute(kysely)
  return rows.map((row) => ({
    from: Number(row.start_at),
    length: Number(row.length),
    md5: row.md5,
    place: { area: Number(row.area), key: row.object_key },
  }))
}

/** Notes that a file was checked; false where it has changed meanwhile. */
export async function markChecked(
  { kysely }: Transaction,
  { upload, name }: Pick<FileTarget, 'upload' | 'name'>,
  { received, md5 }: { readonly received: number; readonly md5: string | null },
): Promise<boolean> {
  const { rows } = await sql`update marquee_upload_files set total = received, md5 = ${md5}
    where upload = ${upload} and name = ${name} and received = ${received}::bigint returning name`.execute(kysely)
  return rows.length > 0
}

/** Forgets an upload; its objects are left to the sweep. False: there is no such upload of theirs. */
export async function removeUpload({ kysely }: Kysely, owner: string, upload: string): Promise<boolean> {
  const { rows } = await sql`delete from marquee_uploads
    where id = ${upload} and owner = ${owner} and expires_at > now() returning id`.execute(kysely)
  return rows.length > 0
}

/** Forgets one file of an upload, and the upload with its last one. */
export async function removeFile(tx: Transaction, target: FileTarget): Promise<boolean> {
  if ((await lockFile(tx, target)) === null) return false
  const { upload, name } = target
  await sql`delete from marquee_upload_files where upload = ${upload} and name = ${name}`.execute(tx.kysely)
  await sql`delete from marquee_uploads u where id = ${upload}
    and not exists (select from marquee_upload_files f where f.upload = u.id)`.execute(tx.kysely)
  return true
}

/** Forgets uploads that nothing came for in a day; their objects are left to the sweep. */
export async function removeExpired({ kysely }: Kysely): Promise<void> {
  await sql`delete from marquee_uploads where expires_at <= now()`.execute(kysely)
}

interface FileColumns {
  readonly upload: string
  readonly position: string
  readonly name: string
  readonly content_type: string | null
  readonly metadata: string | null
  readonly received: string
  readonly total: string | null
  readonly md5: string | null
  readonly expires: string
}

function fileOf(row: FileColumns): UploadFile {
  return {
    upload: row.upload,
    position: Number(row.position),
    name: row.name,
    contentType: row.content_type,
    metadata: row.metadata,
    received: Number(row.received),
    total: row.total === null ? null : Number(row.total),
    md5: row.md5,
    expires: new Date(Number(row.expires) * 1000),
  }
}
