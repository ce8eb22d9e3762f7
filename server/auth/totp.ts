import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Auth } from './auth.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { sessionKey } from './keys.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { openText, sealText } from './sealed-text.ts'

/** What every authenticator app reckons with (RFC 6238): SHA-1, six digits, a code each thirty seconds. */
const KEY_BYTES = 20
const PERIOD = 30
const DIGITS = 6
/** Codes before and after the current one, for clocks that differ. */
const DRIFT = 1

type Needs = Pick<Auth, 'database' | 'memory' | 'now'>

export interface TotpState {
  readonly enabled: boolean
  readonly recoveryCodesLeft: number
}

export async function totpState(
  { database }: { readonly database: Pick<Database, 'kysely'> },
  userId: number,
): Promise<TotpState> {
  const totp = database.kysely.selectFrom('marquee_totp').select('user_id').where('user_id', '=', userId)
  if ((await totp.where('confirmed_at', 'is not', null).executeTakeFirst()) === undefined) {
    return { enabled: false, recoveryCodesLeft: 0 }
  }
  const codes = database.kysely.selectFrom('marquee_recovery_codes').select('code_hash').where('user_id', '=', userId)
  return { enabled: true, recoveryCodesLeft: (await codes.execute()).length }
}

/**
 * A new key for the user's authenticator app, as an otpauth URI. It counts for nothing until it is confirmed, and takes
 * the place of another one that was not.
 *
 * @throws {AppError} VALIDATION when there is one that counts.
 */
export async function enrolTotp(auth: Needs, userId: number, username: string): Promise<string> {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const sealed = await sealText(await sessionKey(auth.database, auth.memory), purpose(userId), toBase64Url(key))
  const stored = await auth.database.kysely
    .insertInto('marquee_totp')
    .values({ user_id: userId, sealed_key: sealed, confirmed_at: null, last_counter: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ sealed_key: sealed }).where('marquee_totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (stored === undefined) {
    throw new AppError({
      code: 'VALIDATION',
      detail: 'The second factor is on already: turn it off first.',
      pointer: '',
    })
  }
  return createTOTPKeyURI('Marquee', username, key, PERIOD, DIGITS)
}

/** Turns the factor on by a first code; gives the recovery codes, which are shown this once. Null: not the code. */
export async function confirmTotp(auth: Needs, userId: number, otp: string): Promise<readonly string[] | null> {
  const counter = await matchingCounter(auth, userId, otp, false)
  if (counter === null) return null
  const { codes, rows } = await freshCodes(userId)
  return auth.database.transaction(async ({ kysely }) => {
    const confirmed = await kysely
      .updateTable('marquee_totp')
      .set({ confirmed_at: Math.floor(auth.now() / 1000), last_counter: counter })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (confirmed === undefined) return null
    await kysely.insertInto('marquee_recovery_codes').values(rows).execute()
    return codes
  })
}

/**
 * New recovery codes in the place of all old ones; they are shown this once.
 *
 * @throws {AppError} VALIDATION when the factor is off.
 */
export async function replaceRecoveryCodes(auth: Needs, userId: number): Promise<readonly string[]> {
  const { codes, rows } = await freshCodes(userId)
  await auth.database.transaction(async ({ kysely }) => {
    const totp = kysely.selectFrom('marquee_totp').select('user_id').where('user_id', '=', userId)
    // held: of two who ask at once, one's codes replace the other's
    const held = await totp.where('confirmed_at', 'is not', null).forUpdate().executeTakeFirst()
    if (held === undefined) {
      throw new AppError({ code: 'VALIDATION', detail: 'The second factor is off: it has no codes.', pointer: '' })
    }
    await kysely.deleteFrom('marquee_recovery_codes').where('user_id', '=', userId).execute()
    await kysely.insertInto('marquee_recovery_codes').values(rows).execute()
  })
  return codes
}

async function freshCodes(userId: number) {
  const codes = newRecoveryCodes()
  const rows = await Promise.all(codes.map(async (code) => ({ user_id: userId, code_hash: await hashOf(code) })))
  return { codes, rows }
}

/** Takes a code of the app, or a recovery code, each a single time [A3.h]; false for any other. */
export async function takeOtp(auth: Needs, userId: number, otp: string): Promise<boolean> {
  const counter = await matchingCounter(auth, userId, otp, true)
  const { kysely } = auth.database
  if (counter !== null) {
    const update = kysely.updateTable('marquee_totp').set({ last_counter: counter }).where('user_id', '=', userId)
    // an earlier code than the last one taken is a code that somebody looked at
    return (await update.where('last_counter', '<', counter).returning('user_id').executeTakeFirst()) !== undefined
  }
  const hash = await recoveryCodeHash(otp)
  if (hash === null) return false
  const used = kysely.deleteFrom('marquee_recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash)
  return (await used.returning('user_id').executeTakeFirst()) !== undefined
}

/** Turns the factor off; recovery codes go with it. */
export async function removeTotp({ kysely }: Pick<Database, 'kysely'>, userId: number): Promise<void> {
  await kysely.deleteFrom('marquee_totp').where('user_id', '=', userId).execute()
}

/** Which period's code it is; null for none near now. */
async function matchingCounter(auth: Needs, userId: number, otp: string, confirmed: boolean): Promise<number | null> {
  const digits = otp.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const key = await keyOf(auth, userId, confirmed)
  if (key === null) return null
  const current = Math.floor(auth.now() / 1000 / PERIOD)
  const near = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index)
  return near.find((counter) => verifyHOTP(key, BigInt(counter), DIGITS, digits)) ?? null
}

async function keyOf({ database, memory }: Needs, userId: number, confirmed: boolean): Promise<Uint8Array | null> {
  const row = await database.kysely
    .selectFrom('marquee_totp')
    .select('sealed_key')
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const opened = await openText(await sessionKey(database, memory), purpose(userId), row.sealed_key)
  return opened === null ? null : fromBase64Url(opened)
}

/** A key that is copied to another user's row opens for nobody. */
function purpose(userId: number): string {
  return `totp:${userId}`
}

async function hashOf(code: string): Promise<string> {
  return (await recoveryCodeHash(code)) ?? ''
}
