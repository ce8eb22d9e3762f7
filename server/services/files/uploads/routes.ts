import { type Context, Hono } from 'hono'
import { DATA_API_MEDIA_TYPE } from '../../../../shared/envelope.ts'
import type { Rights } from '../../../catalog/rights.ts'
import { jsonBody } from '../../../data-api/json-body.ts'
import { AppError, notAllowed } from '../../../errors.ts'
import { type AppEnv, requireCaller } from '../../../http.ts'
import { readCheckBody } from '../check-body.ts'
import { fileNameFault } from '../file-name.ts'
import { chunkHead } from './chunk-head.ts'
import { fileHeaders, fileState, startedFile, uploadHref } from './file-answer.ts'
import { readStart } from './start-body.ts'
import { appendByTus, createByTus, isTus, tusVersion } from './tus.ts'
import { noUpload } from './upload-errors.ts'
import type { FileTarget } from './upload-rows.ts'
import type { Uploads } from './uploads.ts'

export interface UploadRoutes {
  readonly uploads: Uploads
  /** Whether there is a media type with files that the caller may create or change. */
  readonly mayUpload: (rights: Rights) => boolean
  /** A close needs the MD5 of every file [UP9]. */
  readonly needsMd5: boolean
}

const ROOT = '/api/v1/$upload'
const UPLOAD = '/api/v1/$upload/:upload'
const FILE = '/api/v1/$upload/:upload/:name'

/** Resumable uploads: the service's own protocol [F1], and tus 1.0 at the same addresses [F1.g]. */
export function uploadRoutes({ uploads, mayUpload, needsMd5 }: UploadRoutes): Hono<AppEnv> {
  const starting = (c: Context<AppEnv>): Promise<Response> => {
    if (mayUpload(requireCaller(c).rights)) return isTus(c) ? createByTus(c, uploads) : start(c, uploads)
    throw new AppError({ code: 'FORBIDDEN', detail: 'you may write to no media type that has files' })
  }
  const cancelFile = async (c: Context<AppEnv>): Promise<Response> => {
    await uploads.cancelFile(targetOf(c))
    return gone()
  }
  return new Hono<AppEnv>()
    .use(ROOT, tusVersion(uploads.maxBytes))
    .use(`${ROOT}/*`, tusVersion(uploads.maxBytes))
    .post(ROOT, starting)
    .all(ROOT, () => notAllowed('POST, OPTIONS'))
    .get(UPLOAD, async (c) => {
      const files = await uploads.files(requireCaller(c).key, uploadOf(c))
      return answer({ _files: files.map(fileState) }, { 'cache-control': 'no-store' })
    })
    .post(UPLOAD, async (c) => {
      const expected = readCheckBody(await jsonBody(c), needsMd5)
      const files = await uploads.close(requireCaller(c).key, uploadOf(c), expected)
      return answer({ _files: files.map(fileState) })
    })
    .delete(UPLOAD, async (c) => {
      await uploads.cancel(requireCaller(c).key, uploadOf(c))
      return gone()
    })
    .all(UPLOAD, () => notAllowed('GET, HEAD, POST, DELETE, OPTIONS'))
    .get(FILE, async (c) => {
      const file = await uploads.file(targetOf(c))
      const metadata = file.metadata === null ? {} : { 'upload-metadata': file.metadata }
      return answer(fileState(file), { ...fileHeaders(file), ...metadata })
    })
    .put(FILE, async (c) => {
      const { headers, body } = c.req.raw
      const file = await uploads.chunk(targetOf(c), chunkHead(headers), body)
      return new Response(null, { status: 204, headers: fileHeaders(file) })
    })
    .patch(FILE, (c) => appendByTus(c, uploads, targetOf(c)))
    .post(FILE, (c) => {
      // some networks let nothing but GET and POST through (tus 1.0, "X-HTTP-Method-Override")
      const method = c.req.header('x-http-method-override')?.toUpperCase()
      if (method === 'PATCH') return appendByTus(c, uploads, targetOf(c))
      return method === 'DELETE' ? cancelFile(c) : notAllowed('GET, HEAD, PUT, PATCH, DELETE, OPTIONS')
    })
    .delete(FILE, cancelFile)
    .all(FILE, () => notAllowed('GET, HEAD, PUT, PATCH, DELETE, OPTIONS'))
}

async function start(c: Context<AppEnv>, uploads: Uploads): Promise<Response> {
  const names = readStart(await jsonBody(c))
  const files = names.map((name) => ({ name, total: null, contentType: null, metadata: null }))
  const upload = await uploads.start(requireCaller(c).key, files)
  return answer({ _files: names.map((name) => startedFile(upload, name)) }, { location: uploadHref(upload) })
}

/** @throws {AppError} NOT_FOUND for what is the id of no upload. */
function uploadOf(c: Context<AppEnv>): string {
  const upload = c.req.param('upload') ?? ''
  if (/^[\w-]{1,64}$/.test(upload)) return upload
  throw noUpload()
}

/** @throws {AppError} NOT_FOUND for what names no file. */
function targetOf(c: Context<AppEnv>): FileTarget {
  const name = c.req.param('name') ?? ''
  if (fileNameFault(name) !== null) throw noUpload()
  return { owner: requireCaller(c).key, upload: uploadOf(c), name }
}

function answer(body: object, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { 'content-type': `${DATA_API_MEDIA_TYPE};charset=UTF-8` }
  return new Response(JSON.stringify(body), { headers: { ...type, ...headers } })
}

const gone = (): Response => new Response(null, { status: 204 })
