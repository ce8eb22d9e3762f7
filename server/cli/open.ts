import { sql } from 'kysely'
import { type CatalogSource, createCatalogSource } from '../catalog/load.ts'
import { type Config, loadConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDatabase } from '../runtime/open-database.ts'
import type { CommandConsole } from './command.ts'
import { Interrupted } from './failure.ts'

export interface OpenedDatabase {
  readonly config: Config
  /**
   * Stops at the next statement after Ctrl-C, by which a transaction is rolled back. Inside its transactions no
   * statement is ended for taking long.
   */
  readonly database: Database
}

export interface Opened extends OpenedDatabase {
  readonly catalogs: CatalogSource
}

type Needs = Pick<CommandConsole, 'env' | 'signal' | 'output'>

/** Opens the configured database as it is, for `work`, and closes it. */
export async function withBareDatabase<T>(
  { env, signal }: Pick<Needs, 'env' | 'signal'>,
  work: (opened: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const config = loadConfig(env)
  const database = await openDatabase(config, () => {
    if (signal.aborted) throw new Interrupted()
  })
  try {
    return await work({ config, database: patient(database) })
  } finally {
    await database.close()
  }
}

/** Opens the configured database with every migration applied, and its catalog. */
export async function withDatabase<T>(console: Needs, work: (opened: Opened) => Promise<T>): Promise<T> {
  return withBareDatabase(console, async ({ config, database }) => {
    const applied = await migrate(database, migrations)
    if (applied.length > 0) console.output.note(`Applied migrations: ${applied.join(', ')}`)
    return work({ config, database, catalogs: await createCatalogSource(database) })
  })
}

/** The service ends statements after a minute; to build an index over an imported table may take longer. */
function patient(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx.kysely)
        return work(tx)
      }),
  }
}
