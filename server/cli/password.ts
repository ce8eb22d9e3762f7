import process from 'node:process'
import { resetPassword } from '../auth/index.ts'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDatabase } from '../runtime/open-database.ts'

/** `marquee password <username>`: gives a user a new password, shows it once and ends the user's sessions. */
export async function runPassword(args: readonly string[]): Promise<void> {
  const [username] = args
  if (username === undefined || username.startsWith('-') || args.length > 1) {
    process.stderr.write('Usage: marquee password <username or e-mail>\n')
    process.exitCode = 2
    return
  }
  const database = await openDatabase(loadConfig(process.env))
  try {
    await migrate(database, migrations)
    const password = await resetPassword(database, username)
    if (password === null) {
      process.stderr.write(`marquee: there is no user ${JSON.stringify(username)}\n`)
      process.exitCode = 1
    } else {
      process.stdout.write(`The new password of ${username} is ${password} (shown this once).\n`)
    }
  } finally {
    await database.close()
  }
}
