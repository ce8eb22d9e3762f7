import { type Context, Hono } from 'hono'
import { type HeldItem, OWNER, readItems, throughClient } from '../../auth/permission-items.ts'
import { jsonBody } from '../../data-api/json-body.ts'
import type { Database } from '../../db/database.ts'
import { AppError, errorResponse, notAllowed } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import { asAppError } from '../../known-error.ts'
import type { Log } from '../../log.ts'
import { ACTING_USER, readActingUser } from '../acting-user.ts'
import type { UnrestrictedDataApi } from '../unrestricted-data-api.ts'
import { readSave } from './body.ts'
import type { PermissionInventory } from './inventory.ts'
import { saveItems } from './save.ts'
import { itemsTag } from './tag.ts'

export interface PermissionOptions {
  readonly database: Database
  /** The data API without restriction, which permissions are written through. */
  readonly dataApi: UnrestrictedDataApi
  readonly inventory: () => PermissionInventory
  readonly log: Log
}

const BASE = '/permission/v1/authorization'
const NO_STORE = { 'cache-control': 'no-store' }
/** What `<permission_type>` may be: whose items are asked for. */
const OWNERS: Readonly<Record<string, keyof typeof OWNER>> = {
  ...{ user: 'user', group: 'group', client: 'client' },
  ...{ 1: 'user', 2: 'group', 3: 'client' },
}
const TABLES = { user: 'users', group: 'groups' } as const
/** Clients that are programs of their own, and those that people sign in to. */
const CLIENT_TYPES = { apiClient: [3], oauthClient: [1, 2] } as const

/**
 * The permission service (specification, "D. Microservices"; docs/permissions.md). Who may call it is settled before a
 * request comes here.
 */
export function permissionApp({ database, dataApi, inventory, log }: PermissionOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => {
    const known = asAppError(error)
    if (known.status >= 500) log.error('permission service failed', { requestId: c.req.header('x-request-id'), error })
    return errorResponse(known, c.req.header('accept') ?? null)
  })
  app.get('/permission/v1/health', async (c) => {
    await database.read({ name: 'permission_health', text: 'select id::text from permissions limit 1', values: [] })
    return c.json({ status: 'up' }, 200, NO_STORE)
  })
  app.get('/permission/v1/inventory', (c) => c.json(inventory(), 200, NO_STORE))
  for (const kind of ['apiClient', 'oauthClient'] as const) {
    app.get(`${BASE}/${kind}/:user/:client`, async (c) => {
      const client = c.req.param('client')
      const [user, known] = await Promise.all([idOf(database, 'user', c.req.param('user')), clientOf(database, client)])
      if (user === null) throw unknown('user', c.req.param('user'))
      if (known === null || !(CLIENT_TYPES[kind] as readonly number[]).includes(known.type))
        throw unknown('client', client)
      const items = await readItems(database, { user: user.id, client })
      const isNarrowed = items.some(({ ownerType }) => ownerType === OWNER.client)
      return answered(isNarrowed ? throughClient(items, user.isAdministrator) : items)
    })
    app.all(`${BASE}/${kind}/:user/:client`, () => notAllowed('GET, HEAD'))
  }
  app.get(`${BASE}/:owner/:type`, async (c) => {
    const { owner, type } = c.req.param()
    const kind = OWNERS[type]
    if (kind === undefined) {
      throw new AppError({ code: 'NOT_FOUND', detail: `expected user, group or client, not ${JSON.stringify(type)}` })
    }
    return answered(await itemsOf(database, kind, owner))
  })
  app.post(BASE, async (c) => {
    const save = readSave(await jsonBody(c))
    const kind = OWNERS[save.ownerType] as keyof typeof OWNER
    const name = String(save.ownerId)
    const owner = kind === 'client' ? await clientOf(database, name) : await idOf(database, kind, name)
    if (owner === null) {
      throw new AppError({
        code: 'VALIDATION',
        pointer: '/ownerId',
        detail: `there is no ${kind} ${JSON.stringify(name)}`,
      })
    }
    const requestId = requestIdOf(c)
    const actsFor = c.req.header(ACTING_USER)
    const author = actsFor === undefined ? null : readActingUser(actsFor)
    await saveItems(save, owner.id, { database, dataApi, requestId, author, ifMatch: c.req.header('if-match') })
    return answered(await itemsOf(database, kind, name))
  })
  app.all(BASE, () => notAllowed('POST'))
  app.all(`${BASE}/:owner/:type`, () => notAllowed('GET, HEAD'))
  app.all('/permission/v1/:part{health|inventory}', () => notAllowed('GET, HEAD'))
  app.notFound((c) => {
    const error = new AppError({ code: 'NOT_FOUND', detail: `there is nothing at ${c.req.path}` })
    return errorResponse(error, c.req.header('accept') ?? null)
  })
  return app
}

async function itemsOf(database: Database, kind: keyof typeof OWNER, name: string): Promise<readonly HeldItem[]> {
  if (kind === 'client') {
    if ((await clientOf(database, name)) === null) throw unknown(kind, name)
    return readItems(database, { client: name })
  }
  const owner = await idOf(database, kind, name)
  if (owner === null) throw unknown(kind, name)
  return readItems(database, { [kind]: owner.id })
}

async function idOf({ kysely }: Database, kind: 'user' | 'group', text: string) {
  if (!/^\d{1,15}$/.test(text)) return null
  if (kind === 'group') {
    const found = await kysely.selectFrom(TABLES.group).select('id').where('id', '=', Number(text)).executeTakeFirst()
    return found === undefined ? null : { id: Number(found.id), isAdministrator: false }
  }
  const users = kysely.selectFrom(TABLES.user).select(['id', 'is_administrator']).where('id', '=', Number(text))
  const found = await users.executeTakeFirst()
  return found === undefined ? null : { id: Number(found.id), isAdministrator: found.is_administrator }
}

async function clientOf({ kysely }: Database, name: string) {
  const clients = kysely.selectFrom('oauth_clients').select(['id', 'client_type']).where('client_id', '=', name)
  const found = await clients.executeTakeFirst()
  return found === undefined ? null : { id: Number(found.id), type: Number(found.client_type) }
}

function requestIdOf(c: Context<AppEnv>): string {
  return c.req.header('x-request-id') ?? crypto.randomUUID()
}

async function answered(items: readonly HeldItem[]): Promise<Response> {
  return Response.json(items, { headers: { ...NO_STORE, etag: await itemsTag(items) } })
}

function unknown(kind: string, name: string): AppError {
  return new AppError({ code: 'NOT_FOUND', detail: `there is no ${kind} ${JSON.stringify(name)}` })
}
