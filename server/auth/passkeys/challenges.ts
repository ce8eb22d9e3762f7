import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Auth } from '../auth.ts'
import { randomText } from '../base64url.ts'
import { sessionKey } from '../keys.ts'
import { openText, sealText } from '../sealed-text.ts'

/** For how long a challenge may be answered, in seconds. */
export const CHALLENGE_SECONDS = 300
const PURPOSE = 'passkey-challenge:v1'
const NONCE_BYTES = 16

type Needs = Pick<Auth, 'database' | 'memory' | 'now'>

/** What a challenge was given for. */
export type Asked =
  | { readonly kind: 'register'; readonly userId: number; readonly userHandle: string }
  /** To whoever it is, before it is known who. */
  | { readonly kind: 'signIn' }
  /** To a user whose password was right. */
  | { readonly kind: 'secondFactor'; readonly userId: number }

type Sealed = Asked & { readonly nonce: string; readonly until: number }
export type Challenge<K extends Asked['kind'] = Asked['kind']> = Extract<Sealed, { readonly kind: K }>

/**
 * A new challenge, base64url. It holds, sealed, what it is for, so that any instance can take the answer and asking for
 * one leaves nothing behind.
 */
export async function newChallenge(auth: Needs, asked: Asked): Promise<string> {
  const until = Math.floor(auth.now() / 1000) + CHALLENGE_SECONDS
  const sealed: Sealed = { ...asked, nonce: randomText(NONCE_BYTES), until }
  return sealText(await sessionKey(auth.database, auth.memory), PURPOSE, JSON.stringify(sealed))
}

/** What a challenge was given for; null for one that ran out, was given for something else, or never was given. */
export async function openChallenge<K extends Asked['kind']>(
  auth: Needs,
  challenge: string,
  kind: K,
): Promise<Challenge<K> | null> {
  if (challenge.length > 2048) return null
  const text = await openText(await sessionKey(auth.database, auth.memory), PURPOSE, challenge)
  if (text === null) return null
  const sealed = JSON.parse(text) as Sealed
  return sealed.kind === kind && sealed.until * 1000 > auth.now() ? (sealed as Challenge<K>) : null
}

/** Uses a challenge up; false when it was used before, here or on another instance, or ran out since it was opened. */
export async function takeChallenge(kysely: Kysely<Tables>, now: number, challenge: Challenge): Promise<boolean> {
  const { nonce, until } = challenge
  const seconds = Math.floor(now / 1000)
  // what has run out is forgotten below, so that it could be used once more
  if (until <= seconds) return false
  await kysely.deleteFrom('marquee_passkey_challenges').where('expires_at', '<=', seconds).execute()
  const taken = await kysely
    .insertInto('marquee_passkey_challenges')
    .values({ nonce, expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return taken !== undefined
}
