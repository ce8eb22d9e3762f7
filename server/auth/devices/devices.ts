import { type Kysely, sql } from 'kysely'
import type { OwnDevice } from '../../../shared/account.ts'
import type { Tables } from '../../db/tables.ts'
import type { AuthCore } from '../auth.ts'
import { randomText } from '../base64url.ts'
import { allow } from '../consents.ts'
import { holdUser } from '../hold-user.ts'
import { openRequest } from './device-codes.ts'

type Needs = Pick<AuthCore, 'database' | 'now' | 'tokens'>

/** What is paired or still waits for its tokens; `d` is a row of `marquee_devices`. `at` in Unix seconds. */
const alive = (at: number) => sql<boolean>`(
  exists (select from auth_tokens t where t.family = d.family and t.kind = 'refresh' and t.revoked_at is null
    and t.rotated_at is null and t.expires_at > ${at})
  or exists (select from marquee_device_codes c where c.device_id = d.id and c.expires_at > ${at}))`

/** The user's devices, or the one of that id, by name. */
export async function devicesOf({ database, now }: Needs, userId: number, id?: number): Promise<readonly OwnDevice[]> {
  const at = Math.floor(now() / 1000)
  const rows = await database.kysely
    .selectFrom('marquee_devices as d')
    .innerJoin('oauth_clients as c', 'c.client_id', 'd.client_id')
    .leftJoin('marquee_sign_ins as s', 's.family', 'd.family')
    .select(['d.id', 'd.name', 'd.client_id', 'c.name as client_name', 'd.scope', 'd.paired_at', 's.last_used_at'])
    .where('d.user_id', '=', userId)
    .where(alive(at))
    .$if(id !== undefined, (query) => query.where('d.id', '=', id ?? 0))
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    client: { clientId: row.client_id, name: row.client_name },
    scope: row.scope,
    pairedAt: Number(row.paired_at),
    lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
  }))
}

export interface Pairing {
  readonly userId: number
  readonly userCodeHash: string
  /** What the user calls the device; null: as the application is called. */
  readonly name: string | null
}

/**
 * Lets the device of a user code act for the user; gives the device's id, or null for a code that is none, or none any
 * more. What a client that is not the house's own was allowed is remembered as a consent.
 */
export async function pairDevice(auth: AuthCore, { userId, userCodeHash, name }: Pairing): Promise<number | null> {
  const at = Math.floor(auth.now() / 1000)
  const paired = await auth.database.transaction(async ({ kysely }) => {
    if (!(await holdUser(kysely, userId))) return null
    const request = await openRequest(kysely, userCodeHash, at)
    if (request === null) return null
    await dropDead(kysely, userId, at)
    const { clientId: client_id, clientName, scope } = request
    const device = {
      user_id: userId,
      client_id,
      name: name ?? clientName,
      scope,
      family: randomText(16),
      paired_at: at,
    }
    const { id } = await kysely.insertInto('marquee_devices').values(device).returning('id').executeTakeFirstOrThrow()
    await kysely
      .updateTable('marquee_device_codes')
      .set({ user_id: userId, device_id: id })
      .where('user_code_hash', '=', userCodeHash)
      .execute()
    return { id: Number(id), request }
  })
  if (paired === null) return null
  const { id, request } = paired
  if (!request.isFirstParty) await allow(auth, { userId, clientId: request.clientId }, request.scope)
  return id
}

/** Tells the device that its user does not want it; false for a code that is none, or none any more. */
export async function denyDevice({ database, now }: Needs, userCodeHash: string): Promise<boolean> {
  const denied = await database.kysely
    .updateTable('marquee_device_codes')
    .set({ is_denied: true })
    .where('user_code_hash', '=', userCodeHash)
    .where('expires_at', '>', Math.floor(now() / 1000))
    .where('is_denied', '=', false)
    .where('device_id', 'is', null)
    .executeTakeFirst()
  return denied.numUpdatedRows > 0n
}

/** Ends what a device may do, the code included that it may not have redeemed yet; false for none of this user's. */
export async function unpairDevice({ database, tokens }: Needs, userId: number, id: number): Promise<boolean> {
  const gone = await database.kysely
    .deleteFrom('marquee_devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('family')
    .executeTakeFirst()
  if (gone === undefined) return false
  await tokens.revokeFamily(gone.family)
  return true
}

/** Takes out devices that nothing is left of, so that the table needs no keeper. */
async function dropDead(kysely: Kysely<Tables>, userId: number, at: number): Promise<void> {
  await sql`delete from marquee_devices d where d.user_id = ${userId} and not ${alive(at)}`.execute(kysely)
}
