import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { AuthCore } from '../auth.ts'
import { handleHash, newHandle } from '../handle.ts'
import { newUserCode, shownUserCode, userCodeHash } from './user-code.ts'

/** Seconds in which a device is paired, or has to ask anew. */
export const DEVICE_CODE_SECONDS = 600
/** Seconds between polls of a device, at first. */
export const POLL_SECONDS = 5

export interface DeviceRequest {
  readonly clientId: string
  readonly scope: string
  readonly issuer: string
}

export interface NewDeviceCode {
  readonly deviceCode: string
  /** As it is shown. */
  readonly userCode: string
}

/** A new pair of codes, of which the database keeps the hashes; codes that ended go. */
export async function issueDeviceCode(
  { database, now }: Pick<AuthCore, 'database' | 'now'>,
  { clientId, scope, issuer }: DeviceRequest,
): Promise<NewDeviceCode> {
  const at = Math.floor(now() / 1000)
  await database.kysely
    .deleteFrom('marquee_device_codes')
    .where('expires_at', '<', at - DEVICE_CODE_SECONDS)
    .execute()
  const deviceCode = newHandle()
  for (;;) {
    const userCode = newUserCode()
    const stored = await database.kysely
      .insertInto('marquee_device_codes')
      .values({
        device_code_hash: handleHash(deviceCode),
        user_code_hash: userCodeHash(userCode),
        client_id: clientId,
        scope,
        issuer,
        expires_at: at + DEVICE_CODE_SECONDS,
        interval_seconds: POLL_SECONDS,
        polled_at: null,
        user_id: null,
        device_id: null,
      })
      .onConflict((conflict) => conflict.column('user_code_hash').doNothing())
      .executeTakeFirst()
    // a code that somebody else was given a moment ago is not given twice
    if (stored.numInsertedOrUpdatedRows !== 0n) return { deviceCode, userCode: shownUserCode(userCode) }
  }
}

export interface OpenRequest {
  readonly clientId: string
  readonly clientName: string
  readonly isFirstParty: boolean
  readonly scope: string
  /** Unix time in seconds. */
  readonly expiresAt: number
}

/** The request behind a user code that nobody has decided about yet. `at` in Unix seconds. */
export async function openRequest(kysely: Kysely<Tables>, hash: string, at: number): Promise<OpenRequest | null> {
  const row = await kysely
    .selectFrom('marquee_device_codes as d')
    .innerJoin('oauth_clients as c', 'c.client_id', 'd.client_id')
    .select(['d.client_id', 'c.name', 'c.is_first_party', 'd.scope', 'd.expires_at'])
    .where('d.user_code_hash', '=', hash)
    .where('d.expires_at', '>', at)
    .where('d.is_denied', '=', false)
    .where('d.device_id', 'is', null)
    .forUpdate('d')
    .executeTakeFirst()
  if (row === undefined) return null
  const { client_id: clientId, name: clientName, is_first_party: isFirstParty, scope } = row
  return { clientId, clientName, isFirstParty, scope, expiresAt: Number(row.expires_at) }
}
