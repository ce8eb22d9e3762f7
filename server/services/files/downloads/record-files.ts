import type { Database } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { parseRead } from '../../../query/parse.ts'
import type { Reader } from '../../../query/read.ts'
import type { Stores } from '../sources/source.ts'
import type { FindDownload } from './downloadable.ts'

const LIMITS = { defaultPageSize: 1, maxPageSize: 1 }

interface Parts {
  readonly database: Pick<Database, 'read'>
  readonly stores: Stores
  readonly reader: Pick<Reader, 'read'>
}

const TEXT = `select f.media_type, f.record_id::text, f.size::text, f.md5, f.content_type, f.object_key, f.area::text
  from marquee_files f where f.id = $1::bigint and f.name = $2 and f.state = 'complete'`

/** Files of records: who may read the record may download them [F2.a]. */
export function recordFiles({ database, stores, reader }: Parts): FindDownload {
  return async (owner, name) => {
    if (!/^[1-9]\d{0,17}$/.test(owner)) return null
    const [row] = await database.read({ text: TEXT, values: [owner, name] })
    if (row === undefined) return null
    const [mediaType, recordId, size, md5, contentType, key, areaId] = row as readonly string[]
    const area = await stores.area(Number(areaId))
    if (area === null) return null
    return {
      name,
      size: Number(size),
      contentType: contentType as string,
      etag: `"${owner}-${md5 ?? size}"`,
      isPublic: area.permission === 0,
      requireRight: async ({ rights }) => {
        const target = { kind: 'one' as const, id: Number(recordId) }
        const request = parseRead(mediaType as string, target, 'fields=dateins&hideMeta=1&hideLinks=1', LIMITS)
        if (!(await isReadable(() => reader.read(request, rights)))) throw noSuchFile()
      },
      open: async (range) => (await stores.open(area).get(key as string, range))?.body ?? null,
    }
  }
}

/** A media type that the caller may not read has no files, as far as they know [P3]. */
async function isReadable(read: () => Promise<{ readonly found: boolean }>): Promise<boolean> {
  try {
    return (await read()).found
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return false
    throw error
  }
}

export function noSuchFile(): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: 'there is no such file' })
}
