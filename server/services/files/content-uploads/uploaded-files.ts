import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { contentTypeOf } from '../content-type.ts'
import type { FindDownload } from '../downloads/downloadable.ts'
import { noSuchFile } from '../downloads/record-files.ts'
import type { Stores } from '../sources/source.ts'
import { joined } from '../uploads/stage.ts'
import { piecesOfFile } from '../uploads/upload-rows.ts'

interface Row {
  readonly owner: string
  readonly content_type: string | null
  readonly received: string
  readonly md5: string | null
}

/** Files that were uploaded and are no record's yet: whoever uploaded one downloads it, and administrators. */
export function uploadedFiles({
  database,
  stores,
}: {
  readonly database: Database
  readonly stores: Stores
}): FindDownload {
  return async (upload, name) => {
    if (!/^[0-9a-f-]{36}$/.test(upload)) return null
    const { rows } = await sql<Row>`select u.owner, f.content_type, f.received::text, f.md5
      from marquee_upload_files f join marquee_uploads u on u.id = f.upload
      where u.id = ${upload} and u.expires_at > now() and f.name = ${name} and f.received = f.total`.execute(
      database.kysely,
    )
    const [row] = rows
    if (row === undefined) return null
    const pieces = await piecesOfFile(database, { upload, name })
    const area = pieces[0] === undefined ? null : await stores.area(pieces[0].place.area)
    return {
      name,
      size: Number(row.received),
      // a name says more than the header of a client that sends one of no meaning
      contentType:
        contentTypeOf(name) === contentTypeOf('') ? contentTypeOf(name, row.content_type) : contentTypeOf(name),
      etag: `"${upload}-${row.md5 ?? row.received}"`,
      isPublic: area?.permission === 0,
      requireRight: async ({ key, rights }) => {
        if (key !== row.owner && !rights.unrestricted) throw noSuchFile()
      },
      open: async (range) => joined(pieces, stores, range),
    }
  }
}
