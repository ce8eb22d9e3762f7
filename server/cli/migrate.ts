import process from 'node:process'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDatabase } from '../runtime/open-database.ts'

/** Applies the migrations a database lacks and names them. */
export async function runMigrate(): Promise<void> {
  const database = await openDatabase(loadConfig(process.env))
  try {
    const applied = await migrate(database, migrations)
    process.stdout.write(
      applied.length === 0 ? 'nothing to apply\n' : `${applied.map((name) => `applied ${name}`).join('\n')}\n`,
    )
  } finally {
    await database.close()
  }
}
