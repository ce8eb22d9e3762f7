import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { handleHash, isHandle, newHandle } from './handle.ts'
import { setPassword } from './set-password.ts'
import { storable } from './storable.ts'

/** For how long a mailed link is good, in seconds. */
export const LINK_SECONDS = 1800
/** Links of one user that are good at a time: whoever asks for more fills a mailbox. */
const LINKS = 5

/** Who asked for a link, and what it ends with. */
export interface ResetLink {
  readonly token: string
  readonly name: string
  readonly email: string | null
  /** Language tag the user prefers, as it was stored. */
  readonly language: string | null
}

const USER = `
select id::text, name, nullif(email, ''), preferences ->> 'language'
from users
where (lower(username) = lower($1) or lower(email) = lower($1)) and not is_disabled
order by lower(username) = lower($1) desc
limit 1`

/**
 * A new link for the user of a name or e-mail address; null for nobody, and for one who has enough of them. The others
 * stay good: else anybody could spoil the link that somebody is waiting for.
 *
 * @param at Unix time in seconds
 */
export async function newResetLink(
  database: Database,
  username: string,
  { at, needsAddress }: { readonly at: number; readonly needsAddress: boolean },
): Promise<ResetLink | null> {
  const [row] = storable(username) ? await database.read({ text: USER, values: [username] }) : []
  const [id, name, email = null, language = null] = row ?? []
  if (id == null || (email === null && needsAddress)) return null
  const userId = Number(id)
  const token = newHandle()
  const hash = handleHash(token)
  const stored = await database.transaction(async ({ kysely }) => {
    // links of one user are counted one after the other
    await kysely.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const own = kysely.deleteFrom('marquee_password_resets').where('user_id', '=', userId)
    await own.where('expires_at', '<=', at).execute()
    const known = kysely.selectFrom('marquee_password_resets').select('token_hash').where('user_id', '=', userId)
    if ((await known.execute()).length >= LINKS) return false
    const link = { token_hash: hash, user_id: userId, email, expires_at: at + LINK_SECONDS }
    await kysely.insertInto('marquee_password_resets').values(link).execute()
    return true
  })
  return stored ? { token, name: name ?? '', email, language } : null
}

/** When a link ends, in Unix seconds; null for one that is none, or none any more. */
export async function resetLinkEnd(database: Database, token: string, at: number): Promise<number | null> {
  const found = await goodLink(database.kysely, hashOf(token), at).executeTakeFirst()
  return found === undefined ? null : Number(found.expires_at)
}

/** Sets the password by a link, which is used up then with all others of its user; false for one that is no good. */
export async function useResetLink(
  database: Database,
  { token, passwordHash, at }: { readonly token: string; readonly passwordHash: string; readonly at: number },
): Promise<boolean> {
  const hash = hashOf(token)
  return database.transaction(async ({ kysely }) => {
    // the user's row first, as everybody who changes passwords: of two uses at once the second finds no link
    const [owner] = await goodLink(kysely, hash, at).forUpdate('users').execute()
    if (owner === undefined) return false
    const used = kysely.deleteFrom('marquee_password_resets').where('token_hash', '=', hash).returning('user_id')
    if ((await used.executeTakeFirst()) === undefined) return false
    await setPassword(kysely, Number(owner.id), passwordHash)
    return true
  })
}

function goodLink(kysely: Database['kysely'], hash: string, at: number) {
  return kysely
    .selectFrom('marquee_password_resets')
    .innerJoin('users', 'users.id', 'marquee_password_resets.user_id')
    .select(['users.id', 'marquee_password_resets.expires_at'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', at)
    .where('users.is_disabled', '=', false)
    .where(sql<boolean>`nullif(users.email, '') is not distinct from marquee_password_resets.email`)
}

/** What is no token at all has the hash of none. */
function hashOf(token: string): string {
  return isHandle(token) ? handleHash(token) : ''
}
