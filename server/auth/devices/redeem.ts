import type { AuthCore } from '../auth.ts'
import type { OauthClient } from '../clients.ts'
import { handleHash, isHandle } from '../handle.ts'
import { holdUser } from '../hold-user.ts'
import { covers } from '../scopes.ts'
import type { TokenPair } from '../token-pair.ts'
import { OauthError } from '../token-request.ts'
import { DEVICE_SECONDS } from './lifetime.ts'

/** What is added to the seconds between polls of a device that polls too fast (RFC 8628, section 3.5). */
const SLOWER = 5
/** Milliseconds that a poll may come too early: clocks and networks are not exact. */
const TOLERANCE = 1000

const UNKNOWN = 'the device code is unknown or used, or it was given to another client'

/**
 * Tokens for a device whose user allowed it, once (RFC 8628, section 3.4).
 *
 * @throws {OauthError} authorization_pending, slow_down, access_denied, expired_token, invalid_grant
 */
export async function redeemDevice(auth: AuthCore, client: OauthClient, deviceCode: string): Promise<TokenPair> {
  const hash = isHandle(deviceCode) ? handleHash(deviceCode) : ''
  const code = await readCode(auth, hash)
  if (code === null || code.clientId !== client.clientId) throw new OauthError('invalid_grant', UNKNOWN)
  if (code.expiresAt <= Math.floor(auth.now() / 1000)) throw new OauthError('expired_token', 'the codes have expired')
  if (code.isDenied) throw new OauthError('access_denied', 'the user did not allow it')
  const { userId, family, scope, issuer } = code
  if (userId === null || family === null) throw await pending(auth, code)
  // the client may be allowed less by now
  if (!covers(client.scope, scope)) throw new OauthError('invalid_scope', 'the scope is more than the client may have')
  const owner = { userId, clientId: client.clientId, scope, issuer, family, refreshSeconds: DEVICE_SECONDS }
  const prepared = await auth.tokens.prepare(owner)
  const isRedeemed = await auth.database.transaction(async ({ kysely }) => {
    if (!(await holdUser(kysely, userId))) return false
    const used = await kysely.deleteFrom('marquee_device_codes').where('device_code_hash', '=', hash).executeTakeFirst()
    if (used.numDeletedRows === 0n) return false
    await auth.tokens.store(kysely, prepared)
    return true
  })
  if (!isRedeemed) throw new OauthError('invalid_grant', UNKNOWN)
  return prepared.pair
}

interface StoredCode {
  readonly hash: string
  readonly clientId: string
  readonly scope: string
  readonly issuer: string
  readonly expiresAt: number
  readonly interval: number
  /** Unix time in milliseconds. */
  readonly polledAt: number | null
  readonly isDenied: boolean
  /** Null: nobody has allowed it. */
  readonly userId: number | null
  readonly family: string | null
}

async function readCode({ database }: AuthCore, hash: string): Promise<StoredCode | null> {
  const row = await database.kysely
    .selectFrom('marquee_device_codes as c')
    .leftJoin('marquee_devices as d', 'd.id', 'c.device_id')
    .selectAll('c')
    .select('d.family')
    .where('c.device_code_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    hash,
    clientId: row.client_id,
    scope: row.scope,
    issuer: row.issuer,
    expiresAt: Number(row.expires_at),
    interval: Number(row.interval_seconds),
    polledAt: row.polled_at === null ? null : Number(row.polled_at),
    isDenied: row.is_denied,
    userId: row.user_id === null ? null : Number(row.user_id),
    family: row.family,
  }
}

/** Nobody has decided yet; who polls too fast has to wait longer each time from now on. */
async function pending({ database, now }: AuthCore, { hash, polledAt, interval }: StoredCode): Promise<OauthError> {
  const isEarly = polledAt !== null && now() - polledAt < interval * 1000 - TOLERANCE
  await database.kysely
    .updateTable('marquee_device_codes')
    .set({ polled_at: now(), interval_seconds: isEarly ? interval + SLOWER : interval })
    .where('device_code_hash', '=', hash)
    .execute()
  return isEarly
    ? new OauthError('slow_down', `poll every ${interval + SLOWER} seconds`)
    : new OauthError('authorization_pending', 'the user has not decided yet')
}
