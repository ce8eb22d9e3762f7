import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { handleHash } from './auth/handle.ts'
import { addClient, addUser, ORIGIN, PASSWORD, SECRET, signIn } from './auth/test-service.ts'
import { defineMediaTypes } from './catalog/define.ts'
import type { AppEnv } from './http.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './query/test-service.ts'
import { CALLERS, type Places, ROUTES, type RouteCase } from './test-route-table.ts'

type Caller = (typeof CALLERS)[number]

const TITLE = 'Of source one'
const TYPES = ['films', 'makers', 'studios', 'tags', 'lists', 'list_films', 'images']

let service: TestService
let app: Hono<AppEnv>
const credentials = new Map<Caller, Readonly<Record<string, string>>>()

beforeAll(async () => {
  const environment = { USE_EDIT_HISTORY_MICRO_SERVICE: 'true' }
  service = await openTestService({ prepare: prepareSmallCatalogue, environment })
  app = createApp(service.context)
  const { database, catalogs } = service.context
  await database.transaction((tx) =>
    defineMediaTypes(tx, [
      {
        ...{ name: 'images', label: 'Image', labelPlural: 'Images', nameField: 'name', sourceField: 'source' },
        hasFile: true,
        fields: [
          { name: 'name', label: 'Name', type: 'Text', required: true },
          { name: 'source', label: 'Source', type: 'Source' },
        ],
        relations: [{ kind: 'many-to-one', related: 'sources', column: 'source' }],
      },
    ]),
  )
  await catalogs.refresh()
  const users: readonly (readonly [Caller, number, boolean])[] = [
    ['other source', 3, true],
    ['reader', 1, false],
    ['writer', 1, true],
  ]
  await addUser(database, 'administrator', { isAdministrator: true })
  for (const [name, source, may] of users) {
    const item = {
      owner_type: 1,
      owner_id: await addUser(database, name),
      can_read: true,
      can_write: may,
      can_delete: may,
    }
    const onTypes = TYPES.map((key) => ({ ...item, object_type: 2, object_id: null, key }))
    await database.kysely
      .insertInto('permissions')
      .values([...onTypes, { ...item, object_type: 1, object_id: source, key: null }])
      .execute()
  }
  for (const [name] of [...users, ['administrator'] as const]) {
    credentials.set(name, { cookie: (await signIn(app, name)).cookie, origin: ORIGIN })
  }
  await addClient(database, 'robot', { type: 3 })
  credentials.set('service', { authorization: `Bearer ${await token()}` })
  const expired = await token()
  const own = handleHash(expired)
  await database.kysely.updateTable('auth_tokens').set({ expires_at: 1 }).where('handle_hash', '=', own).execute()
  credentials.set('expired', { authorization: `Bearer ${expired}` })
  credentials.set('nobody', {})
  const page = { page_key: 'film', mediatype: 'films', title: 'Film' }
  await asService('POST', '/api/v1/adm_pages', { adm_pages: [page] })
  const component = { page_key: 'film', component_key: 'form', type: 'form', configuration: {} }
  await asService('POST', '/api/v1/adm_page_components', { adm_page_components: [component] })
})
afterAll(() => service.close())

async function token(): Promise<string> {
  const fields = { grant_type: 'password', client_id: 'robot', client_secret: SECRET }
  const form = new URLSearchParams({ ...fields, username: 'administrator', password: PASSWORD })
  const response = await app.request(`${ORIGIN}/oauth/token`, { method: 'POST', body: form })
  return ((await response.json()) as { readonly access_token: string }).access_token
}

async function send(caller: Caller, method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json', ...credentials.get(caller) }
  const sent = body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }
  const response = await app.request(`${ORIGIN}${path}`, { method, headers, ...sent })
  return { status: response.status, text: await response.text() }
}

async function asService(method: string, path: string, body: object): Promise<number> {
  const { status, text } = await send('service', method, path, body)
  expect(status, text).toBe(201)
  const [type] = Object.keys(body) as [string]
  return (JSON.parse(text) as Record<string, readonly { readonly _id: number }[]>)[type]?.[0]?._id ?? 0
}

/** A film and an image of source 1 that nothing was done to. */
async function newPlaces(): Promise<Places> {
  const film = await asService('POST', '/api/v1/films', { films: [{ title: TITLE, _links: { source: 1 } }] })
  const image = await asService('POST', '/api/v1/images', { images: [{ name: 'Still', _links: { source: 1 } }] })
  return { film, image }
}

/** Middleware has no route of its own, and what answers the other methods of an address is told of with it. */
function mounted(): readonly string[] {
  const named = new Set(app.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [path])))
  const routes = app.routes.filter(({ method, path }) => path !== '/*' && (method !== 'ALL' || !named.has(path)))
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))]
}

describe('every route', () => {
  it('is in the table of who may use it', () => {
    expect(mounted().length).toBeGreaterThan(60)
    expect(mounted().filter((route) => ROUTES[route] === undefined)).toEqual([])
  })

  it.each(Object.entries(ROUTES))(
    '[P3.a] [ERR:UNAUTHENTICATED] [ERR:FORBIDDEN] %s answers each kind of caller as the table says',
    async (route, { path, body, statuses, shows }: RouteCase) => {
      const [named] = route.split(' ') as [string]
      const method = named === 'ALL' ? 'GET' : named
      const seen: number[] = []
      for (const caller of CALLERS) {
        const places = await newPlaces()
        const { status, text } = await send(caller, method, path(places), body?.(places))
        seen.push(status)
        const maySee = !['nobody', 'expired', 'other source'].includes(caller)
        if (shows) expect([caller, text.includes(TITLE)], text).toEqual([caller, maySee])
        else if (!maySee) expect([caller, text.includes(TITLE)]).toEqual([caller, false])
      }
      expect(seen.join(' ')).toBe(statuses)
    },
  )
})
