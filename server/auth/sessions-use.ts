import type { Context } from 'hono'
import { sql } from 'kysely'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { handleHash } from './handle.ts'

/** A use is written no more often than this, in seconds, by each instance and by all together. */
const EVERY = 60
/** Characters of a user agent that are kept. */
const LONGEST_AGENT = 300

/**
 * Notes when and from where a sign-in is used, for its user to see: once a minute, or when nothing was known of it. A
 * request of this process itself comes from nowhere and is no use. What cannot be noted hinders no request.
 */
export async function noteUse(c: Context<AppEnv>, auth: Auth, access: string): Promise<void> {
  const userAgent = agentOf(c.req.header('user-agent'))
  const address = auth.addressOf(c.req.raw, c.env)
  if (userAgent === null && address === null) return
  const hash = handleHash(access)
  const at = Math.floor(auth.now() / 1000)
  if ((auth.memory.uses.get(hash) ?? 0) > at - EVERY) return
  auth.memory.uses.set(hash, at)
  const update = sql`update marquee_sign_ins s
    set last_used_at = ${at}, user_agent = ${userAgent}, address = ${address}
    from auth_tokens t
    where t.handle_hash = ${hash} and s.family = t.family
      and (s.last_used_at <= ${at - EVERY} or (s.user_agent is null and s.address is null))`
  await update
    .execute(auth.database.kysely)
    .catch((error) => auth.log?.warn('use of a sign-in was not noted', { requestId: c.get('requestId'), error }))
}

/** In one line that a database takes; null: there is none. */
function agentOf(header: string | undefined): string | null {
  const text = (header ?? '').replaceAll(/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]+/g, ' ').trim()
  return text === '' ? null : text.slice(0, LONGEST_AGENT).trim()
}
