import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Envelope, ErrorObject } from '../../shared/envelope.ts'
import { defineMediaTypes } from '../catalog/define.ts'
import type { MediaTypeDocument } from '../catalog/document.ts'
import { type Rights, UNRESTRICTED } from '../catalog/rights.ts'
import { loadConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { dataApiRoutes } from '../data-api/routes.ts'
import type { Database } from '../db/database.ts'
import { migratedDatabase, openCopy } from '../db/test-database.ts'
import { errorResponse } from '../errors.ts'
import type { AppEnv, Caller } from '../http.ts'
import { asAppError } from '../known-error.ts'
import { digest } from '../runtime/digest.ts'
import type { Platform } from '../runtime/platform.ts'
import { serverFiles } from '../runtime/server-files.ts'

export type Body = Envelope & { readonly errors?: readonly ErrorObject[] }

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export interface TestService {
  readonly context: Context
  /** Text of every statement since it was last emptied. */
  readonly statements: string[]
  /** A request to a path below `/api/v1` by a caller with the given rights. */
  readonly send: (method: string, path: string, body?: object, rights?: Rights) => Promise<TestAnswer>
  readonly get: (path: string, rights?: Rights) => Promise<TestAnswer>
  /** Errors that were answered with a status of 500 or more. */
  readonly failures: unknown[]
  readonly close: () => Promise<void>
}

interface TestServiceOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly prepare?: (database: Database) => Promise<void>
  /** The URL of a database that others use too. */
  readonly url?: string
  /** A database of another kind. */
  readonly openDatabase?: Platform['openDatabase']
}

/** The data API over a database of its own, its callers' rights as each test says. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const statements: string[] = []
  const failures: unknown[] = []
  const platform: Platform = {
    name: 'node',
    openDatabase:
      options.openDatabase ??
      (async (_config, observe) => openCopy(options.url ?? (await migratedDatabase()), observe)),
    digest,
    asset: async () => null,
    files: serverFiles,
    defer: () => undefined,
    writeLog: () => undefined,
  }
  // delivery to edit history runs beside the requests, and its statements would be counted among theirs
  const quiet = { DEMO: 'false', LOG_LEVEL: 'silent', USE_EDIT_HISTORY_MICRO_SERVICE: 'false' }
  const config = loadConfig({ ...quiet, ...options.environment })
  const context = await createContext(config, platform, {
    observe: (text) => statements.push(text),
    prepare: options.prepare ?? (async () => undefined),
  })
  const apps = new WeakMap<Rights, Hono<AppEnv>>()
  const send: TestService['send'] = async (method, path, body, rights = UNRESTRICTED) => {
    const app = apps.get(rights) ?? appFor(context, rights, failures)
    apps.set(rights, app)
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await app.request(`/api/v1${path}`, { method, ...sent })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }
  return {
    context,
    statements,
    failures,
    send,
    get: (path, rights) => send('GET', path, undefined, rights),
    close: context.close,
  }
}

function appFor({ catalogs, dataApi }: Context, rights: Rights, failures: unknown[]): Hono<AppEnv> {
  const caller = { kind: 'user', key: 'user:1', userId: 1, rights } as Caller
  const app: Hono<AppEnv> = new Hono<AppEnv>()
  app.onError((error) => {
    const known = asAppError(error, catalogs.current())
    if (known.status >= 500) failures.push(error)
    return errorResponse(known, null)
  })
  app.use(async (c, next) => {
    c.set('caller', caller)
    await next()
  })
  return app.route('/', dataApiRoutes(dataApi))
}

const text = (name: string, more: object = {}) => ({ name, label: name, type: 'Text', ...more })
const related = (name: string, more: object = {}) => ({ name, label: name, type: 'Related', ...more })

/** A small catalogue with a relation of every kind, two media types under sources, and a tree. */
export const SMALL_CATALOGUE: readonly MediaTypeDocument[] = [
  {
    name: 'films',
    label: 'Film',
    labelPlural: 'Films',
    nameField: 'title',
    sourceField: 'source',
    fields: [
      text('title', { required: true, indexed: true }),
      { name: 'year', label: 'Year', type: 'Integer', indexed: true },
      { name: 'gross', label: 'Gross', type: 'Money', props: { precision: 2 } },
      related('maker'),
      related('studio', { type: 'DropRelated' }),
      related('source', { type: 'Source' }),
      related('tags'),
    ],
    relations: [
      { kind: 'many-to-one', related: 'makers', column: 'maker' },
      { kind: 'many-to-one', related: 'studios', column: 'studio' },
      { kind: 'many-to-one', related: 'sources', column: 'source' },
      {
        kind: 'many-to-many',
        related: 'tags',
        field: 'tags',
        linkTable: 'films_tags',
        linkColumn: 'film',
        linkRelatedColumn: 'tag',
      },
    ],
  },
  {
    name: 'makers',
    label: 'Maker',
    labelPlural: 'Makers',
    nameField: 'name',
    sourceField: 'source',
    fields: [text('name', { required: true }), related('source', { type: 'Source' })],
    relations: [{ kind: 'many-to-one', related: 'sources', column: 'source' }],
  },
  {
    name: 'studios',
    label: 'Studio',
    labelPlural: 'Studios',
    nameField: 'name',
    parentField: 'parent',
    fields: [text('name', { required: true, unique: true }), related('parent')],
    relations: [{ kind: 'many-to-one', related: 'studios', column: 'parent' }],
  },
  { name: 'tags', label: 'Tag', labelPlural: 'Tags', nameField: 'name', fields: [text('name', { required: true })] },
  {
    name: 'lists',
    label: 'List',
    labelPlural: 'Lists',
    nameField: 'name',
    fields: [text('name', { required: true }), related('films')],
    relations: [
      {
        kind: 'link-object',
        related: 'films',
        field: 'films',
        linkMediaType: 'list_films',
        linkColumn: 'list',
        linkRelatedColumn: 'film',
        orderColumn: 'position',
      },
    ],
  },
  {
    name: 'list_films',
    label: 'Film in list',
    labelPlural: 'Films in lists',
    isLink: true,
    fields: [
      related('list', { required: true }),
      related('film', { required: true }),
      { name: 'position', label: 'Position', type: 'Integer' },
    ],
    relations: [
      { kind: 'many-to-one', related: 'lists', column: 'list', onDelete: 'cascade' },
      { kind: 'many-to-one', related: 'films', column: 'film', onDelete: 'cascade' },
    ],
  },
  {
    name: 'duels',
    label: 'Duel',
    labelPlural: 'Duels',
    fields: [related('first'), related('second')],
    relations: [
      { kind: 'many-to-one', related: 'makers', column: 'first' },
      { kind: 'many-to-one', related: 'makers', column: 'second' },
    ],
  },
]

const ROWS: Readonly<Record<string, readonly Readonly<Record<string, number | string | null>>[]>> = {
  sources: [
    { id: 1, name: 'Archive', parent: null },
    { id: 2, name: 'Vault', parent: 1 },
    { id: 3, name: 'Studio', parent: null },
  ],
  makers: [
    { id: 1, name: 'Ada', source: 1 },
    { id: 2, name: 'Bo', source: 3 },
    { id: 3, name: 'Cy', source: null },
  ],
  studios: [
    { id: 1, name: 'North', parent: null },
    { id: 2, name: 'Northern Lights', parent: 1 },
    { id: 3, name: 'South', parent: null },
  ],
  tags: [
    { id: 1, name: 'calm' },
    { id: 2, name: 'loud' },
  ],
  films: [
    { id: 1, title: 'Dawn', year: 1990, gross: '10.50', maker: 1, studio: 1, source: 1 },
    { id: 2, title: 'Noon', year: 2000, gross: null, maker: 2, studio: 2, source: 2 },
    { id: 3, title: 'Dusk', year: null, gross: '0', maker: 1, studio: 2, source: 3 },
    { id: 4, title: 'Night', year: 2010, gross: '7', maker: null, studio: null, source: null },
  ],
  films_tags: [
    { film: 1, tag: 1 },
    { film: 1, tag: 2 },
    { film: 3, tag: 2 },
  ],
  lists: [{ id: 1, name: 'A day' }],
  list_films: [
    { id: 1, list: 1, film: 3, position: 2 },
    { id: 2, list: 1, film: 1, position: 1 },
  ],
  duels: [{ id: 1, first: 1, second: 2 }],
}

/** Puts the small catalogue and its rows, all inserted at Unix time 1000, into a database. */
export async function prepareSmallCatalogue(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await defineMediaTypes(tx, SMALL_CATALOGUE)
    for (const [table, rows] of Object.entries(ROWS)) {
      for (const row of rows) {
        const all = 'id' in row ? { ...row, dateins: 1000 } : row
        const columns = sql.join(Object.keys(all).map((name) => sql.ref(name)))
        const values = sql.join(Object.values(all))
        await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(tx.kysely)
      }
      if (rows.some((row) => 'id' in row)) {
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`.execute(tx.kysely)
      }
    }
  })
}
