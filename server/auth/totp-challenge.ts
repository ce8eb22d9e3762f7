import type { Auth } from './auth.ts'
import { handleHash } from './handle.ts'
import { sessionKey } from './keys.ts'
import { openText, sealText } from './sealed-text.ts'

/** For how long the code may be entered after the password, in seconds. */
export const CHALLENGE_SECONDS = 300
const PURPOSE = 'totp-challenge:v1'

type Needs = Pick<Auth, 'database' | 'memory' | 'now'>

interface Challenge {
  readonly userId: number
  /** Unix time in seconds. */
  readonly until: number
  /** Of the password that was right: another one ends the challenge. */
  readonly stamp: string
}

/** What a user who gave the right password shows together with the code; null for one who is gone or disabled. */
export async function newChallenge(auth: Needs, userId: number): Promise<string | null> {
  const stamp = await stampOf(auth, userId)
  if (stamp === null) return null
  const challenge: Challenge = { userId, until: Math.floor(auth.now() / 1000) + CHALLENGE_SECONDS, stamp }
  return sealText(await sessionKey(auth.database, auth.memory), PURPOSE, JSON.stringify(challenge))
}

/** The user of a challenge; null for one that has run out or was never given. */
export async function challengedUser(auth: Needs, token: string): Promise<number | null> {
  const text = token.length > 2048 ? null : await openText(await sessionKey(auth.database, auth.memory), PURPOSE, token)
  if (text === null) return null
  const { userId, until, stamp } = JSON.parse(text) as Challenge
  return until * 1000 > auth.now() && stamp === (await stampOf(auth, userId)) ? userId : null
}

async function stampOf({ database }: Needs, userId: number): Promise<string | null> {
  const user = database.kysely.selectFrom('users').select('password_hash').where('id', '=', userId)
  const row = await user.where('is_disabled', '=', false).executeTakeFirst()
  return row === undefined ? null : handleHash(row.password_hash)
}
