import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { ErrorBody } from '../../../../shared/envelope.ts'
import type { Database } from '../../../db/database.ts'
import { errorResponse } from '../../../errors.ts'
import type { AppEnv, Caller } from '../../../http.ts'
import { asAppError } from '../../../known-error.ts'
import { openTestService } from '../../../query/test-service.ts'
import { serverFiles } from '../../../runtime/server-files.ts'
import { areaSecrets } from '../area-secrets.ts'
import { createStores, ensureFirstArea } from '../areas.ts'
import { createSweep } from '../garbage.ts'
import type { FileMeans } from '../means.ts'
import type { Stores } from '../sources/source.ts'
import { uploadRoutes } from './routes.ts'
import { createUploads, type Uploads } from './uploads.ts'

/** The routes of uploads over an embedded database and a folder. */
export interface TestUploads {
  readonly database: Database
  readonly uploads: Uploads
  readonly stores: Stores
  readonly means: FileMeans
  readonly app: Hono<AppEnv>
  /** As `user:1`, or whoever `x-caller` names. */
  readonly request: (method: string, path: string, init?: RequestInit) => Promise<Response>
  /** Starts an upload of these files and gives its id. */
  readonly start: (...names: readonly string[]) => Promise<string>
  /** Removes what is due, and gives how many objects there are then. */
  readonly objects: () => Promise<number>
  readonly close: () => Promise<void>
}

export async function openTestUploads(maxBytes = 1_000_000_000): Promise<TestUploads> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-uploads-'))
  const service = await openTestService()
  const { database } = service.context
  const means = serverFiles({ dataDir: folder })
  const stores = createStores(database, means, await areaSecrets(database))
  await database.kysely.deleteFrom('storage_areas').execute()
  await ensureFirstArea(database, means)
  const uploads = createUploads({ database, stores, means, maxBytes })
  const app = new Hono<AppEnv>()
  app.onError((error) => errorResponse(asAppError(error), null))
  app.use(async (c, next) => {
    const key = c.req.header('x-caller') ?? 'user:1'
    c.set('caller', { kind: 'user', key, rights: { unrestricted: key !== 'user:3' } } as Caller)
    await next()
  })
  app.route('/', uploadRoutes({ uploads, mayUpload: ({ unrestricted }) => unrestricted, needsMd5: true }))
  const request: TestUploads['request'] = async (method, path, init = {}) =>
    app.request(`/api/v1/$upload${path}`, { method, duplex: 'half', ...init } as RequestInit)
  const sweep = createSweep(database, stores, (_, error) => {
    throw error
  })
  return {
    database,
    uploads,
    stores,
    means,
    app,
    request,
    start: async (...names) => {
      const started = await request('POST', '', json({ _files: names }))
      return (started.headers.get('location') ?? '').split('/').at(-1) ?? ''
    },
    objects: async () => {
      await sweep.run()
      return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    },
    close: async () => {
      await service.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export function json(body: unknown): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** A chunk of `file` as base64, with all its headers. */
export function chunk(file: Buffer, from: number, to = file.length, headers: Record<string, string> = {}): RequestInit {
  const bytes = file.subarray(from, to)
  return {
    headers: {
      'content-range': bytes.length === 0 ? 'bytes */0' : `bytes ${from}-${to - 1}/${file.length}`,
      'content-md5': createHash('md5').update(bytes).digest('base64'),
      'x-chunk-size': String(bytes.length),
      'content-type': 'video/mp4',
      ...headers,
    },
    body: bytes.toString('base64'),
  }
}

export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')
export const someBytes = (count: number): Buffer => randomBytes(count)

/** A checkupload body that tells of files what they are. */
export function closing(files: Readonly<Record<string, Buffer>>): RequestInit {
  const said = Object.entries(files).map(([name, file]) => [name, { Item1: file.length, Item2: md5(file) }])
  return json({ _filesToValidate: Object.fromEntries(said) })
}

/** Status, code and place of each problem that was answered. */
export async function problems(response: Response): Promise<object> {
  const body = (await response.json()) as ErrorBody
  return body.errors.map(({ code, source }) => [response.status, code, source?.pointer ?? source?.header])
}

/** How far a file has come, as an answer tells it. */
export const progress = (response: Response): unknown => [
  response.status,
  response.headers.get('upload-offset'),
  response.headers.get('upload-complete'),
]
