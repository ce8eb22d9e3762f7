import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { defineMediaTypes } from '../../catalog/define.ts'
import type { MediaTypeDocument } from '../../catalog/document.ts'
import { type Rights, UNRESTRICTED } from '../../catalog/rights.ts'
import type { Context } from '../../context.ts'
import { dataApiRoutes } from '../../data-api/routes.ts'
import { errorResponse } from '../../errors.ts'
import type { AppEnv, Caller } from '../../http.ts'
import { asAppError } from '../../known-error.ts'
import { type Body, openTestService } from '../../query/test-service.ts'

/** Images that are about films, as media types with files are. */
const CATALOGUE: readonly MediaTypeDocument[] = [
  {
    name: 'films',
    label: 'Film',
    labelPlural: 'Films',
    nameField: 'title',
    fields: [{ name: 'title', label: 'Title', type: 'Text', required: true }],
  },
  {
    name: 'images',
    label: 'Image',
    labelPlural: 'Images',
    nameField: 'name',
    sourceField: 'source',
    hasFile: true,
    fields: [
      { name: 'name', label: 'Name', type: 'Text', required: true },
      { name: 'keywords', label: 'Keywords', type: 'Text' },
      { name: 'source', label: 'Source', type: 'Source' },
      { name: 'film', label: 'Film', type: 'Related' },
    ],
    relations: [
      { kind: 'many-to-one', related: 'sources', column: 'source' },
      { kind: 'many-to-one', related: 'films', column: 'film', onDelete: 'cascade' },
    ],
  },
]

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

export interface FilesSite {
  readonly context: Context
  readonly statements: string[]
  /** Where the default storage area keeps its objects. */
  readonly folder: string
  /** A request by a caller with the given rights; null: by nobody. */
  readonly ask: (method: string, path: string, options?: Asked) => Promise<Answer>
  /** Paths of all objects in the default area, once nothing is being removed any more. */
  readonly objects: () => Promise<readonly string[]>
  readonly failures: unknown[]
  readonly close: () => Promise<void>
}

export interface Asked {
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  readonly rights?: Rights | null
}

/** The service with its files in a folder of its own, callers' rights as each test says. */
export async function openFilesSite(environment: Readonly<Record<string, string>> = {}): Promise<FilesSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-files-'))
  const service = await openTestService({
    environment: { DATA_DIR: dataDir, ...environment },
    prepare: async (database) => {
      await database.transaction((tx) => defineMediaTypes(tx, CATALOGUE))
      for (const name of ['ours', 'theirs'])
        await database.kysely.insertInto('sources').values({ name, parent: null }).execute()
      await database.kysely
        .insertInto('users')
        .values({ username: 'u', name: 'U', email: null, password_hash: '', preferences: '{}' })
        .execute()
    },
  })
  const { context, statements, failures } = service
  const folder = join(dataDir, 'files')
  const ask: FilesSite['ask'] = async (method, path, { body, headers = {}, rights = UNRESTRICTED } = {}) => {
    const sent =
      body === undefined
        ? {}
        : {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'content-type': 'application/json', ...headers },
          }
    const address = path.startsWith('/api/') ? path : `/api/v1${path}`
    const response = await appFor(context, rights, failures).request(address, { method, headers, ...sent })
    const text = await response.text()
    const json = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} }
  }
  return {
    context,
    statements,
    folder,
    ask,
    failures,
    objects: async () => (await filesBelow(folder)).map((path) => path.slice(folder.length + 1)).toSorted(),
    close: async () => {
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Folders may go while they are read. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
  return (await Promise.all(found)).flat()
}

function appFor({ files, dataApi }: Context, rights: Rights | null, failures: unknown[]): Hono<AppEnv> {
  const app: Hono<AppEnv> = new Hono<AppEnv>()
  app.onError((error) => {
    const known = asAppError(error)
    if (known.status >= 500) failures.push(error)
    return errorResponse(known, null)
  })
  app.use(files.open)
  app.use(async (c, next) => {
    const caller = rights === null ? null : ({ kind: 'user', key: 'user:1', userId: 1, name: 'U', rights } as Caller)
    c.set('caller', caller)
    await next()
  })
  return app.route('/', files.routes).route('/', dataApiRoutes(dataApi))
}

/** What happens beside a request, and later where the machine is busy. */
export const SOON = { timeout: 15_000 }

export function md5Of(text: string | Uint8Array): string {
  return createHash('md5').update(text).digest('hex')
}

/** An inline descriptor of a text. */
export function inline(name: string, text: string, more: object = {}): object {
  const bytes = Buffer.from(text)
  return {
    _type: 'inline',
    _filename: name,
    _fileSize: bytes.length,
    _md5: md5Of(bytes),
    _base64Data: bytes.toString('base64'),
    ...more,
  }
}

export function lazy(name: string, size: number, more: object = {}): object {
  return { _type: 'lazy', _filename: name, _fileSize: size, ...more }
}
