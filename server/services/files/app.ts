import { Hono, type MiddlewareHandler } from 'hono'
import type { Rights } from '../../catalog/rights.ts'
import type { AppEnv } from '../../http.ts'
import type { Reader } from '../../query/read.ts'
import type { Writer } from '../../write/writer.ts'
import { contentUploadRoutes } from './content-uploads/routes.ts'
import { uploadedFiles } from './content-uploads/uploaded-files.ts'
import { recordFiles } from './downloads/record-files.ts'
import { type DownloadParts, downloadRoutes, openDownloads } from './downloads/routes.ts'
import type { Files } from './files.ts'
import { lazyUploadRoutes } from './lazy-uploads/routes.ts'
import { mayUpload } from './uploads/may-upload.ts'
import { uploadRoutes } from './uploads/routes.ts'

/** The data API, as far as files need it. */
export interface FilesDataApi {
  readonly reader: Pick<Reader, 'read'>
  readonly writer: Pick<Writer, 'run'>
  readonly limits: { readonly defaultPageSize: number; readonly maxPageSize: number }
}

export interface FilesApp {
  /** Stands before the authentication. */
  readonly open: MiddlewareHandler<AppEnv>
  readonly routes: Hono<AppEnv>
}

/** Routes of the service of files, which stand beside those of the data API. */
export function filesApp(files: Files, { reader, writer, limits }: FilesDataApi): FilesApp {
  const { catalogs, database, stores, signer, uploads, config } = files
  const needsMd5 = config.forceCheckMd5OnUploadComplete
  const downloads: DownloadParts = {
    find: [recordFiles({ database, stores, reader }), uploadedFiles({ database, stores })],
    signer,
  }
  const permitted = (rights: Rights): boolean => mayUpload(catalogs.current(), rights)
  return {
    open: openDownloads(downloads),
    routes: new Hono<AppEnv>()
      .route('/', downloadRoutes(downloads))
      .route('/', lazyUploadRoutes({ ...files, writer, limits, needsMd5 }))
      .route('/', uploadRoutes({ uploads, needsMd5, mayUpload: permitted }))
      .route('/', contentUploadRoutes({ ...files, mayUpload: permitted })),
  }
}
