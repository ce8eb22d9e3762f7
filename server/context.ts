import type { Config } from './config.ts'
import type { Database, StatementObserver } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { migrations } from './db/migrations/index.ts'
import { createLog, type Log } from './log.ts'
import type { Platform } from './runtime/platform.ts'

/** The whole object graph of one instance; built in one place, handed to whoever needs a part. */
export interface Context {
  readonly config: Config
  readonly platform: Platform
  readonly log: Log
  readonly database: Database
  /** What `GET /health/ready` asks [G4]. */
  readonly readiness: readonly ReadinessCheck[]
  /** Lines for whoever starts the service and nobody else, such as the first administrator's password. Never logged. */
  readonly notices: readonly string[]
  /** Looks for what other instances changed: metadata, rights. Runtimes call it every few seconds [M5], [P5]. */
  readonly refresh: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ReadinessCheck {
  readonly name: string
  /** Throws when the part cannot serve. */
  readonly check: () => Promise<unknown>
}

export interface ContextOptions {
  /** Sees each statement before it runs. */
  readonly observe?: StatementObserver
}

/** Opens the database, brings its schema up to date and builds everything that stands on it. */
export async function createContext(
  config: Config,
  platform: Platform,
  options: ContextOptions = {},
): Promise<Context> {
  const log = createLog(config.logLevel, platform.writeLog)
  const database = await platform.openDatabase(config, options.observe)
  try {
    const applied = await migrate(database, migrations)
    if (applied.length > 0) log.info('migrated', { applied })

    const refreshed: readonly (() => Promise<unknown>)[] = []
    const readiness: readonly ReadinessCheck[] = [
      { name: 'database', check: () => database.read({ text: "select 'ok'", values: [] }) },
    ]

    return {
      config,
      platform,
      log,
      database,
      readiness,
      notices: [],
      refresh: async () => void (await Promise.all(refreshed.map((refresh) => refresh()))),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
