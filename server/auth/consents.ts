import { sql } from 'kysely'
import type { OwnConsent } from '../../shared/account.ts'
import type { AuthCore } from './auth.ts'
import { covers, SCOPES, scopesOf } from './scopes.ts'
import { storable } from './storable.ts'

type Owner = { readonly userId: number; readonly clientId: string }

/** Whether the user allowed the client all of this before. */
export async function isAllowed({ database }: AuthCore, { userId, clientId }: Owner, scope: string): Promise<boolean> {
  const given = await database.kysely
    .selectFrom('marquee_oauth_consents')
    .select('scope')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return given !== undefined && covers(given.scope, scope)
}

/** Remembers what the user allowed, beside what was allowed before. */
export async function allow({ database, now }: AuthCore, { userId, clientId }: Owner, scope: string): Promise<void> {
  await database.transaction(async ({ kysely }) => {
    const before = await kysely
      .selectFrom('marquee_oauth_consents')
      .select('scope')
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirst()
    const given = [...scopesOf(before?.scope ?? ''), ...scopesOf(scope)]
    const together = SCOPES.filter((each) => given.includes(each)).join(' ')
    await kysely
      .insertInto('marquee_oauth_consents')
      .values({ user_id: userId, client_id: clientId, scope: together, given_at: Math.floor(now() / 1000) })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'client_id']).doUpdateSet({ scope: together, given_at: sql`excluded.given_at` }),
      )
      .execute()
  })
}

export async function consentsOf({ database }: AuthCore, userId: number): Promise<readonly OwnConsent[]> {
  const rows = await database.kysely
    .selectFrom('marquee_oauth_consents as g')
    .innerJoin('oauth_clients as c', 'c.client_id', 'g.client_id')
    .select(['g.client_id', 'c.name', 'g.scope', 'g.given_at'])
    .where('g.user_id', '=', userId)
    .orderBy('c.name')
    .orderBy('g.client_id')
    .execute()
  return rows.map(({ client_id: clientId, name, scope, given_at: givenAt }) => {
    return { clientId, name, scope, givenAt: Number(givenAt) }
  })
}

/** Takes back what was allowed, and with it every token the client has of this user; false when nothing was. */
export async function withdraw({ database, tokens }: AuthCore, { userId, clientId }: Owner): Promise<boolean> {
  if (!storable(clientId)) return false
  const given = await database.kysely
    .deleteFrom('marquee_oauth_consents')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (given.numDeletedRows === 0n) return false
  await database.kysely
    .deleteFrom('marquee_oauth_codes')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .execute()
  // codes of devices that wait for their tokens go with them
  await database.kysely
    .deleteFrom('marquee_devices')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .execute()
  await tokens.revokeOf(userId, clientId)
  return true
}
