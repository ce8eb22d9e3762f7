import { type Kysely, sql } from 'kysely'
import type { OwnSession } from '../../shared/account.ts'
import type { AuthTokens, Tables } from '../db/tables.ts'
import { PAGE_CLIENT } from './clients.ts'

/** Sign-ins that are listed at most, those used last: a service may have any number. */
const LISTED = 200

/** Enters a new sign-in. */
export async function recordSignIn(
  kysely: Kysely<Tables>,
  { family, user_id: userId, issued_at: at }: Pick<AuthTokens, 'family' | 'user_id' | 'issued_at'>,
): Promise<void> {
  if (userId === null) return
  await kysely
    .insertInto('marquee_sign_ins')
    .values({ family, user_id: userId, started_at: at, last_used_at: at, user_agent: null, address: null })
    .onConflict((conflict) => conflict.column('family').doNothing())
    .execute()
  await sql`insert into marquee_last_sign_ins as l (user_id, at) values (${userId}, ${at})
    on conflict (user_id) do update set at = excluded.at where l.at < excluded.at`.execute(kysely)
}

/** When the user, or something in the user's name, signed in last, in Unix seconds; null: never. */
export async function lastSignIn(kysely: Kysely<Tables>, userId: number): Promise<number | null> {
  const last = kysely.selectFrom('marquee_last_sign_ins').select('at').where('user_id', '=', userId)
  const found = await last.executeTakeFirst()
  return found === undefined ? null : Number(found.at)
}

/** Takes out the sign-ins of a user that have no token left. */
export async function dropEnded(kysely: Kysely<Tables>, userId: AuthTokens['user_id']): Promise<void> {
  await sql`delete from marquee_sign_ins s
    where s.user_id = ${userId} and not exists (select from auth_tokens t where t.family = s.family)`.execute(kysely)
}

/** A sign-in that goes on, and the family of its tokens, which stays on the server. */
export interface LiveSignIn {
  readonly family: string
  readonly session: Omit<OwnSession, 'isCurrent'>
}

/** The user's sign-ins that can still be refreshed, those used last first. `at` in Unix seconds. */
export async function liveSignIns(
  kysely: Kysely<Tables>,
  userId: number,
  at: number,
  id?: number,
): Promise<readonly LiveSignIn[]> {
  const rows = await kysely
    .selectFrom('marquee_sign_ins as s')
    .innerJoin('auth_tokens as t', 't.family', 's.family')
    .leftJoin('oauth_clients as c', 'c.client_id', 't.client_id')
    .leftJoin('marquee_devices as d', 'd.family', 's.family')
    .select([
      'd.id as device_id',
      'd.name as device_name',
      's.id',
      's.family',
      's.started_at',
      's.last_used_at',
      's.user_agent',
      's.address',
      't.client_id',
      'c.name',
    ])
    .where('s.user_id', '=', userId)
    .where('t.kind', '=', 'refresh')
    .where('t.revoked_at', 'is', null)
    .where('t.rotated_at', 'is', null)
    .where('t.expires_at', '>', at)
    .$if(id !== undefined, (query) => query.where('s.id', '=', id ?? 0))
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(({ family, client_id: clientId, ...row }) => ({
    family,
    session: {
      id: Number(row.id),
      client: clientId === null || clientId === PAGE_CLIENT ? null : { clientId, name: row.name ?? clientId },
      device: row.device_id === null ? null : { id: Number(row.device_id), name: row.device_name ?? '' },
      startedAt: Number(row.started_at),
      lastUsedAt: Number(row.last_used_at),
      userAgent: row.user_agent,
      address: row.address,
    },
  }))
}
