import fc from 'fast-check'
import { createApp } from '../app.ts'
import { addUser, ORIGIN, signIn } from '../auth/test-service.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'
import { sightOf } from './test-sight.ts'
import type { Viewer } from './test-sight-terms.ts'
import { GROUPS, install, USERS, type World, worlds } from './test-world.ts'

export interface WorldAnswer {
  readonly status: number
  readonly etag: string | null
  readonly text: string
}

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** The whole service over a world: its users and an administrator are signed in. */
export interface WorldSite {
  readonly context: TestService['context']
  readonly catalog: () => Catalog
  /** Makes it hold this world alone; what was believed of rights is forgotten. */
  readonly install: (world: World) => Promise<void>
  /** @param user index of a user of the world; `root`: the administrator. */
  readonly ask: (user: number | 'root', asked: Asked) => Promise<WorldAnswer>
  readonly close: () => Promise<void>
}

export async function openWorldSite(): Promise<WorldSite> {
  const environment = { USE_EDIT_HISTORY_MICRO_SERVICE: 'true' }
  const { context, close } = await openTestService({ prepare: prepareSmallCatalogue, environment })
  const { database } = context
  const app = createApp(context)
  const cookies = new Map<number | 'root', string>()
  const users: number[] = []
  const groups: number[] = []
  await addUser(database, 'root', { isAdministrator: true })
  cookies.set('root', (await signIn(app, 'root')).cookie)
  for (let index = 0; index < USERS; index += 1) {
    users.push(await addUser(database, `user ${index}`))
    cookies.set(index, (await signIn(app, `user ${index}`)).cookie)
  }
  for (let index = 0; index < GROUPS; index += 1) {
    const values = { name: `group ${index}` }
    const { id } = await database.kysely.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow()
    groups.push(Number(id))
  }
  return {
    context,
    close,
    catalog: context.catalogs.current,
    install: async (world) => {
      await install(world, { users, groups }, database)
      context.auth.forget()
    },
    ask: async (user, { method = 'GET', path, body, headers = {} }) => {
      const own = { cookie: cookies.get(user) ?? '', origin: ORIGIN, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await app.request(`${ORIGIN}${path}`, { method, headers: { ...own, ...headers }, ...sent })
      return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
    },
  }
}

export interface Runs {
  readonly worlds: number
  readonly seed: number
  /** Does something in a world before its users look at it. */
  readonly prepare?: (world: World) => Promise<void>
}

/** Lets each user of so many random worlds be looked at. */
export async function inWorlds(site: WorldSite, runs: Runs, check: (viewer: Viewer) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(worlds, async (world) => {
    await site.install(world)
    await runs.prepare?.(world)
    for (let user = 0; user < USERS; user += 1) {
      await check({ world, user, sight: sightOf(world, user), catalog: site.catalog() })
    }
  })
  await fc.assert(property, { numRuns: runs.worlds, seed: runs.seed, endOnFailure: true })
}
