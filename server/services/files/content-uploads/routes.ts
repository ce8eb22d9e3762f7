import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { AppError, notAllowed } from '../../../errors.ts'
import { type AppEnv, type Caller, requireCaller } from '../../../http.ts'
import { DOWNLOADS } from '../downloads/routes.ts'
import { fileNameFault } from '../file-name.ts'
import type { FileMeans } from '../means.ts'
import { Measure, type Measured } from '../measure.ts'
import { contentMd5, toldType } from '../uploads/chunk-head.ts'
import { markChecked } from '../uploads/upload-rows.ts'
import type { Uploads } from '../uploads/uploads.ts'

export interface ContentUploadParts {
  readonly database: Database
  readonly means: Pick<FileMeans, 'md5'>
  readonly uploads: Uploads
  readonly mayUpload: (rights: Caller['rights']) => boolean
}

const PATH = '/api/v1/upload/content/:name'

/** A whole file in one request, kept until it is attached to a record or removed (specification, "D. Microservices"). */
export function contentUploadRoutes(parts: ContentUploadParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post(PATH, async (c) => {
      const caller = requireCaller(c)
      if (!parts.mayUpload(caller.rights))
        throw new AppError({ code: 'FORBIDDEN', detail: 'you may write to no media type that has files' })
      const name = c.req.param('name')
      const fault = fileNameFault(name)
      if (fault !== null) throw new AppError({ code: 'PARAMETER', parameter: 'file_name', detail: `expected ${fault}` })
      const { upload, size, md5 } = await store(name, caller, c.req.raw, parts)
      const url = `${DOWNLOADS}${upload}/${encodeURIComponent(name)}`
      return c.json({ _id: `${upload}/${name}`, _url: url, _fileSize: size, _md5: md5 }, 201, { location: url })
    })
    .all(PATH, () => {
      notAllowed('POST')
    })
}

async function store(
  name: string,
  { key: owner }: Caller,
  { headers, body }: Request,
  { database, means, uploads }: ContentUploadParts,
): Promise<Measured & { readonly upload: string }> {
  const told = contentMd5(headers.get('content-md5'))
  const length = headers.get('content-length')
  const total = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null
  const upload = await uploads.start(owner, [{ name, total, contentType: toldType(headers), metadata: null }])
  try {
    const measure = new Measure(means.md5())
    const measured = measure.over(body ?? new Blob([]).stream())
    const { received } = await uploads.rest({ owner, upload, name }, 0, total, measured)
    const whole = measure.result()
    if (told !== null && told !== whole.md5) {
      const detail = `expected the MD5 ${told}, found ${whole.md5}`
      throw new AppError({ code: 'UPLOAD_MISMATCH', header: 'Content-MD5', detail })
    }
    await database.transaction(async (tx) => {
      await markChecked(tx, { upload, name }, { received, md5: whole.md5 })
      // an upload that goes on is forgotten after a day; this one has come to its end
      await sql`update marquee_uploads set expires_at = '9999-12-31Z' where id = ${upload}`.execute(tx.kysely)
    })
    return { upload, ...whole }
  } catch (error) {
    await uploads.cancel(owner, upload)
    throw error
  }
}
