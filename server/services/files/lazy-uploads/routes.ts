import { type Context, Hono } from 'hono'
import type { CatalogSource } from '../../../catalog/load.ts'
import { jsonText } from '../../../data-api/json-body.ts'
import { CONTENT_TYPE } from '../../../data-api/read.ts'
import { readBackOf, writeRequest } from '../../../data-api/write-request.ts'
import { AppError, notAllowed } from '../../../errors.ts'
import { type AppEnv, requireCaller } from '../../../http.ts'
import { mediaType } from '../../../query/bind.ts'
import { parseJson } from '../../../write/body.ts'
import { snapshots } from '../../../write/snapshot.ts'
import type { Writer } from '../../../write/writer.ts'
import { readCheckBody } from '../check-body.ts'
import { filesOf } from '../file-rows.ts'
import type { SourceContext } from '../sources/source.ts'
import type { StorageArea } from '../storage-area.ts'
import { storageAreaAnswer } from './storage-area-answer.ts'
import { UploadCheck } from './upload-check.ts'

export interface LazyUploadParts extends Pick<SourceContext, 'database' | 'stores' | 'means'> {
  readonly catalogs: Pick<CatalogSource, 'current'>
  readonly writer: Pick<Writer, 'run'>
  readonly limits: { readonly defaultPageSize: number; readonly maxPageSize: number }
  readonly needsMd5: boolean
}

/** What a caller needs who uploads by itself [UP4]: where to, and the check afterwards [API8] [API9]. */
export function lazyUploadRoutes(parts: LazyUploadParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v1/fullstoragearea/:type/:id', async (c) => {
      const record = recordOf(c, parts)
      await requireWritable(c, record, parts)
      const area = await areaOf(record, parts)
      const headers = { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' }
      return c.body(JSON.stringify(storageAreaAnswer(area, parts.means)), 200, headers)
    })
    .put('/api/v1/$checkupload/:type/:id', async (c) => {
      const record = recordOf(c, parts)
      const claims = readCheckBody(parseJson(await jsonText(c)), parts.needsMd5)
      const { query, ...request } = writeRequest(c)
      const check = new UploadCheck(parts, record, claims)
      const element = { members: { _links: { _files: check } }, pointer: '' }
      const { mediaType: type, id: target } = record
      const precondition = c.req.header('if-match') ?? null
      const { presented } = await parts.writer.run([{ kind: 'update', type, target, element, precondition }], {
        ...request,
        readBack: () => readBackOf(type, [target], query, parts.limits),
      })
      const headers = { 'content-type': CONTENT_TYPE, ...(presented?.etag == null ? {} : { etag: presented.etag }) }
      return c.body(presented?.body ?? '', 200, headers)
    })
    .all('/api/v1/fullstoragearea/:type/:id', () => notAllowed('GET, HEAD'))
    .all('/api/v1/$checkupload/:type/:id', () => notAllowed('PUT'))
}

interface ContentRecord {
  readonly mediaType: string
  readonly id: number
}

function recordOf(c: Context<AppEnv>, { catalogs }: LazyUploadParts): ContentRecord {
  const { name, hasFile } = mediaType(catalogs.current(), c.req.param('type') ?? '')
  const id = c.req.param('id') ?? ''
  if (!hasFile) throw new AppError({ code: 'NOT_FOUND', detail: `records of ${name} have no files` })
  if (!/^\d{1,15}$/.test(id)) throw noRecord(name, id)
  return { mediaType: name, id: Number(id) }
}

/** An area's credentials are told to those who may change the record, and to nobody else. */
async function requireWritable(
  c: Context<AppEnv>,
  { mediaType: name, id }: ContentRecord,
  { database, catalogs }: LazyUploadParts,
): Promise<void> {
  const catalog = catalogs.current()
  const { rights } = requireCaller(c)
  const row = (await snapshots(database, mediaType(catalog, name), [id], { catalog, rights })).get(id)
  if (row === undefined) throw noRecord(name, String(id))
  if (!row.writable) throw new AppError({ code: 'FORBIDDEN', detail: `you may not change this record of ${name}` })
}

/** Where the record's lazy files belong; without any, where such files would. */
async function areaOf(record: ContentRecord, { database, stores }: LazyUploadParts): Promise<StorageArea> {
  const files = await filesOf(database, record)
  const file = files.find(({ state }) => state === 'pending') ?? files[0]
  const area = await (file === undefined ? stores.defaultArea() : stores.area(file.area))
  if (area === null)
    throw new AppError({ code: 'NOT_FOUND', detail: 'there is no storage area: none is the default one' })
  return area
}

function noRecord(name: string, id: string): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: `there is no record of ${name} with id ${id}` })
}
