import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import { addUser, ORIGIN, signIn } from '../auth/test-service.ts'
import { loadConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { copiedDatabase, openCopy } from '../db/test-database.ts'
import { seedDemo } from '../demo/seed.ts'
import type { AppEnv } from '../http.ts'
import { loadFilms } from '../runtime/demo-films.ts'
import { digest } from '../runtime/digest.ts'
import type { Platform } from '../runtime/platform.ts'
import { serverFiles } from '../runtime/server-files.ts'

export interface TestSite {
  readonly context: Context
  readonly app: Hono<AppEnv>
  /** Lines of the log, parsed; empty it before looking for some. */
  readonly log: Record<string, unknown>[]
  /** Statements as they ran. */
  readonly statements: string[]
  /** Asks for a path under `/api/v2` (or any absolute one) as a user. */
  readonly get: (
    path: string,
    username?: string,
    headers?: Record<string, string>,
    method?: string,
  ) => Promise<Response>
  /** What a user's browser sends back. */
  readonly cookie: (username: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** The service with the demo catalogue over a database of its own, and an administrator `root`. */
export async function openTestSite(
  prepare: (database: Database) => Promise<void> = async () => {},
  environment: Readonly<Record<string, string>> = {},
): Promise<TestSite> {
  const log: Record<string, unknown>[] = []
  const statements: string[] = []
  const platform: Platform = {
    name: 'node',
    openDatabase: async (_config, observe) => openCopy(await copiedDatabase('demo', fillDemo), observe),
    digest,
    asset: async () => null,
    files: serverFiles,
    defer: () => undefined,
    writeLog: (line) => log.push(JSON.parse(line)),
  }
  const context = await createContext(loadConfig({ DEMO: 'false', ...environment }), platform, {
    observe: (text) => statements.push(text),
    prepare,
  })
  await addUser(context.database, 'root', { isAdministrator: true })
  const app = createApp(context)
  const cookies = new Map<string, string>()
  const cookieOf = async (username: string): Promise<string> => {
    const cookie = cookies.get(username) ?? (await signIn(app, username)).cookie
    cookies.set(username, cookie)
    return cookie
  }
  return {
    context,
    app,
    log,
    statements,
    get: async (path, username = 'root', headers = {}, method = 'GET') => {
      const address = path.startsWith('/api/') ? path : `/api/v2/${path}`
      const cookie = await cookieOf(username)
      const credentials = { cookie, origin: ORIGIN, 'content-type': 'application/json' }
      return app.request(`${ORIGIN}${address}`, { method, headers: { ...credentials, ...headers } })
    },
    cookie: cookieOf,
    close: () => context.close(),
  }
}

async function fillDemo(database: Database): Promise<void> {
  await migrate(database, migrations)
  await seedDemo(database, await loadFilms())
}
