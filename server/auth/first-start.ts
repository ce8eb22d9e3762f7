import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { randomText } from './base64url.ts'
import { SERVICE_CLIENT } from './clients.ts'
import { hashPassword } from './password.ts'
import { readablePassword } from './readable-password.ts'

export interface FirstAdministrator {
  readonly username: string
  /** Present when it was generated: to be shown once, it is kept nowhere [G3]. */
  readonly password?: string
}

/**
 * Creates the first administrator of a database without users; null when there is one already. Of instances that start
 * together one creates it.
 */
export async function ensureFirstAdministrator(
  database: Database,
  { adminEmail, adminPassword }: { readonly adminEmail: string | null; readonly adminPassword: string | null },
): Promise<FirstAdministrator | null> {
  const [known] = await database.read({ text: 'select id::text from users limit 1', values: [] })
  if (known !== undefined) return null
  const password = adminPassword ?? readablePassword()
  const username = adminEmail ?? 'admin'
  const passwordHash = await hashPassword(password)
  const created = await database.transaction(async ({ kysely }) => {
    await sql`lock table users in share row exclusive mode`.execute(kysely)
    const user = await kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (user !== undefined) return false
    await kysely
      .insertInto('users')
      .values({
        username,
        name: 'Administrator',
        email: adminEmail,
        password_hash: passwordHash,
        is_administrator: true,
      })
      .execute()
    return true
  })
  if (!created) return null
  return adminPassword === null ? { username, password } : { username }
}

export interface ServiceClient {
  readonly clientId: string
  /** Null when the client was there already and no secret was given: the old one holds and is known to nobody here. */
  readonly secret: string | null
}

/**
 * Creates the OAuth client of a service, or gives an existing one the secret. Without a secret a new client's is
 * generated, and an existing client is left as it is.
 * @throws when the client exists and is no service
 */
export async function ensureServiceClient(
  database: Database,
  client: { readonly clientId: string; readonly name: string; readonly secret?: string },
): Promise<ServiceClient> {
  const { clientId, name } = client
  const secret = client.secret ?? randomText(32)
  const secretHash = await hashPassword(secret)
  return database.transaction(async ({ kysely }) => {
    const inserted = await kysely
      .insertInto('oauth_clients')
      .values({ client_id: clientId, name, client_type: SERVICE_CLIENT, secret_hash: secretHash })
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 1n) return { clientId, secret }
    const known = kysely.selectFrom('oauth_clients').select('client_type').where('client_id', '=', clientId)
    const { client_type: clientType } = await known.executeTakeFirstOrThrow()
    if (Number(clientType) !== SERVICE_CLIENT) throw new Error(`the OAuth client ${clientId} is not a service`)
    if (client.secret === undefined) return { clientId, secret: null }
    await kysely
      .updateTable('oauth_clients')
      .set({ name, secret_hash: secretHash })
      .where('client_id', '=', clientId)
      .execute()
    return { clientId, secret }
  })
}
