import type { Database } from '../db/database.ts'
import { handleHash } from './handle.ts'
import { sessionKey } from './keys.ts'
import type { AuthMemory } from './memory.ts'
import type { PageClient, SessionTokens } from './page-client.ts'
import { openSession, type Renewal, type Session, sealSession } from './session.ts'
import type { Tokens } from './tokens.ts'

/** A session is renewed when less than this remains of its access token, in seconds. */
const REFRESH_BEFORE = 600
/** A session's end is moved on with its use, yet no more often than this, in seconds. */
const SLIDE_EVERY = 60

export interface Sessions {
  /** Begins a session of a user who was just authenticated, by the code grant [AUTH4]. */
  readonly start: (userId: number, issuer: string) => Promise<Renewal>
  /** The session in a cookie's value; null when it holds none or the session has ended. */
  readonly read: (cookie: string) => Promise<Session | null>
  /** Whether little enough remains of its access token that any instance may have replaced it by now. */
  readonly isDue: (session: Session) => boolean
  /** The session as it goes on after this use, when the browser has to be told: with new tokens, or only later in its end. */
  readonly use: (session: Session) => Promise<Renewal | null>
  /** Revokes every token of the session, whatever it was renewed to and wherever. */
  readonly end: (session: Session) => Promise<void>
}

export interface SessionOptions {
  readonly accessSeconds: number
  readonly sessionSeconds: number
  /** For how long one renewal answers every request that still carries the old cookie, in seconds [AUTH15]. */
  readonly refreshWindow: number
}

export function createSessions(
  database: Database,
  memory: AuthMemory,
  tokens: Tokens,
  client: PageClient,
  { accessSeconds, sessionSeconds, refreshWindow }: SessionOptions,
  now: () => number,
): Sessions {
  const renewing = new Map<string, Promise<Renewal | null>>()
  const refreshBefore = Math.min(REFRESH_BEFORE, accessSeconds / 2)

  const isDue = ({ expiresAt }: Session): boolean => expiresAt - now() / 1000 < refreshBefore

  async function sealed({ access, refresh, expiresAt }: SessionTokens | Session): Promise<Renewal> {
    const session: Session = { access, refresh, expiresAt, endsAt: Math.floor(now() / 1000) + sessionSeconds }
    return { session, cookie: await sealSession(await sessionKey(database, memory), session) }
  }

  async function rotate(session: Session): Promise<Renewal | null> {
    // another instance may have done it: then its tokens are ours as well
    const pair = (await tokens.successor(session.refresh)) ?? (await client.refresh(session.refresh))
    if (pair === null) return null
    const renewal = await sealed(pair)
    memory.renewals.set(handleHash(session.refresh), { renewal, until: now() + refreshWindow * 1000 })
    return renewal
  }

  function renewed(session: Session): Renewal | null {
    const known = memory.renewals.get(handleHash(session.refresh))
    return known !== undefined && known.until > now() ? known.renewal : null
  }

  /** Rotates the session's tokens, once however many requests ask; null when that cannot be done. */
  async function renew(session: Session): Promise<Renewal | null> {
    const known = renewed(session)
    if (known !== null) return known
    const pending = renewing.get(session.refresh) ?? rotate(session).finally(() => renewing.delete(session.refresh))
    renewing.set(session.refresh, pending)
    // The request goes on with what it has: when that no longer holds, it is refused as any other.
    return pending.catch(() => null)
  }

  return {
    start: async (userId, issuer) => sealed(await client.signIn(userId, issuer)),

    read: async (cookie) => {
      const session = await openSession(await sessionKey(database, memory), cookie)
      return session !== null && session.endsAt * 1000 > now() ? session : null
    },

    isDue,

    use: async (session) => {
      if (isDue(session)) return renew(session)
      return session.endsAt - now() / 1000 < sessionSeconds - SLIDE_EVERY ? sealed(session) : null
    },

    end: async (session) => {
      const token = (await tokens.read(session.refresh)) ?? (await tokens.read(session.access))
      if (token !== null) await tokens.revokeFamily(token.family)
    },
  }
}
