import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { contentTypeOf, playbackTypeOf } from './content-type.ts'
import type { Copied } from './copy-file.ts'
import { claimObjects } from './garbage.ts'

/** A file of a record, as it is kept. */
export interface FileRow {
  readonly id: number
  readonly name: string
  readonly area: number
  readonly key: string
  readonly size: number | null
  readonly md5: string | null
  readonly state: 'pending' | 'complete'
  readonly suffix: string
  readonly contentType: string
}

/** A record of a media type that has files. */
export interface FileOwner {
  readonly mediaType: string
  readonly id: number
}

type Handle = Pick<Transaction, 'kysely'>

const COLUMNS = ['id', 'name', 'area', 'object_key', 'size', 'md5', 'state', 'suffix', 'content_type'] as const

/** The files of a record, in their order; in a transaction nobody else changes them meanwhile when asked. */
export async function filesOf({ kysely }: Handle, owner: FileOwner, lock = false): Promise<readonly FileRow[]> {
  const query = kysely
    .selectFrom('marquee_files')
    .select(COLUMNS)
    .where('media_type', '=', owner.mediaType)
    .where('record_id', '=', owner.id)
    .orderBy('position')
    .orderBy('id')
  const rows = await (lock ? query.forUpdate() : query).execute()
  return rows.map(rowOf)
}

function rowOf(row: Readonly<Record<string, unknown>>): FileRow {
  return {
    id: Number(row.id),
    name: String(row.name),
    area: Number(row.area),
    key: String(row.object_key),
    size: row.size === null ? null : Number(row.size),
    md5: row.md5 as string | null,
    state: row.state as FileRow['state'],
    suffix: String(row.suffix),
    contentType: String(row.content_type),
  }
}

/** A file to be added; without `copied` its bytes are still to come. */
export interface NewFile {
  readonly name: string
  readonly area: number
  readonly key: string
  readonly size: number | null
  readonly md5: string | null
  readonly copied: Copied | null
}

/** A statement takes 65,535 values. */
const ROWS_AT_ONCE = 1000

/** Adds files to a record at the places given; their objects are in the books from now on. */
export async function addFiles(
  tx: Handle,
  owner: FileOwner,
  suffix: string,
  files: readonly (NewFile & { readonly position: number })[],
): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ name, area, key, size, md5, copied, position }) => {
    const contentType = copied?.contentType ?? contentTypeOf(name)
    return {
      media_type: owner.mediaType,
      record_id: owner.id,
      position,
      name,
      encoded_name: encodeURIComponent(name),
      area,
      object_key: key,
      size: copied?.size ?? size,
      md5: copied?.md5 ?? md5,
      content_type: contentType,
      playback_type: playbackTypeOf(name, contentType),
      state: copied === null ? ('pending' as const) : ('complete' as const),
      suffix,
    }
  })
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.kysely
      .insertInto('marquee_files')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  await claimObjects(tx, files)
}

/** Removes files; the sweep removes their objects once the transaction is over. */
export async function dropFiles({ kysely }: Handle, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`delete from marquee_files where id = any(${ids}::bigint[])`.execute(kysely)
}

export async function dropFilesOf({ kysely }: Handle, mediaType: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from marquee_files where media_type = ${mediaType} and record_id = any(${ids}::bigint[])`.execute(
    kysely,
  )
}

/** Puts files into the order of the ids. */
export async function placeFiles(
  { kysely }: Handle,
  places: readonly { id: number; position: number }[],
): Promise<void> {
  if (places.length === 0) return
  const [ids, positions] = [places.map(({ id }) => id), places.map(({ position }) => position)]
  await sql`update marquee_files f set position = given.position
    from unnest(${ids}::bigint[], ${positions}::integer[]) as given (id, position)
    where f.id = given.id and f.position <> given.position`.execute(kysely)
}

/** Files whose bytes have come. */
export async function completeFiles(
  { kysely }: Handle,
  files: readonly { readonly id: number; readonly size: number; readonly md5: string | null }[],
): Promise<void> {
  for (const { id, size, md5 } of files) {
    await kysely.updateTable('marquee_files').set({ state: 'complete', size, md5 }).where('id', '=', id).execute()
  }
}
