import { sql } from 'kysely'
import { ensureFirstAdministrator, ensureServiceClient } from './auth/index.ts'
import { type Config, ConfigError } from './config.ts'
import type { Database } from './db/database.ts'

/** Who may sign in to a database that nobody signed in to yet [G3]. */
export async function firstStart(config: Config, database: Database, unattended: boolean): Promise<readonly string[]> {
  if (config.auth.serviceClient !== null) {
    const { clientId, secret } = config.auth.serviceClient
    await ensureServiceClient(database, { clientId, name: clientId, secret })
  }
  if (unattended && config.auth.adminPassword === null) {
    const [user] = await database.read({ text: 'select id::text from users limit 1', values: [] })
    if (user === undefined) {
      throw new ConfigError('ADMIN_PASSWORD', 'must be given, with ADMIN_EMAIL, for the first start on this runtime')
    }
    return []
  }
  const administrator = await ensureFirstAdministrator(database, config.auth)
  if (administrator === null) return ignoredAdministrator(config, database)
  const { username, password } = administrator
  return password === undefined
    ? [`Sign in as ${username} with the password of ADMIN_PASSWORD.`]
    : [`Sign in as ${username} with the password ${password} (shown this once).`]
}

/** Says so when the configured administrator is none, because the database had users before. */
async function ignoredAdministrator(config: Config, database: Database): Promise<readonly string[]> {
  const email = config.auth.adminEmail
  if (email === null) return []
  const known = database.kysely.selectFrom('users').select('id').where(sql`lower(email)`, '=', email.toLowerCase())
  if ((await known.executeTakeFirst()) !== undefined) return []
  return [
    `ADMIN_EMAIL and ADMIN_PASSWORD were passed over: this database has users already, and ${email} is none of them.`,
  ]
}
