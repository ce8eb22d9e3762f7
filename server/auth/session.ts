import { openText, sealText } from './sealed-text.ts'

export const SESSION_COOKIE = 'marquee_session'

/** What the session cookie holds; times in Unix seconds. */
export interface Session {
  readonly access: string
  readonly refresh: string
  /** When the access token expires. */
  readonly expiresAt: number
  /** When the session ends unless it is used before. */
  readonly endsAt: number
}

/** A session and the cookie value that holds it. */
export interface Renewal {
  readonly session: Session
  readonly cookie: string
}

const VERSION = 'v1'
const PURPOSE = `${SESSION_COOKIE}:${VERSION}`

/** The cookie's value: `v1.` and the encrypted session. */
export async function sealSession(key: CryptoKey, session: Session): Promise<string> {
  const plain = {
    access_token: session.access,
    refresh_token: session.refresh,
    expires_at: session.expiresAt,
    session_ends_at: session.endsAt,
  }
  return `${VERSION}.${await sealText(key, PURPOSE, JSON.stringify(plain))}`
}

/** The session in a cookie's value; null for anything that is none: old versions, other keys, damage, forgeries. */
export async function openSession(key: CryptoKey, cookie: string): Promise<Session | null> {
  if (!cookie.startsWith(`${VERSION}.`) || cookie.length > 4096) return null
  const plain = await openText(key, PURPOSE, cookie.slice(VERSION.length + 1))
  return plain === null ? null : parse(plain)
}

/** Only this service can have written the text, so its shape is checked no further than a change of version needs. */
function parse(plain: string): Session | null {
  const value = JSON.parse(plain) as Record<string, unknown>
  const { access_token: access, refresh_token: refresh, expires_at: expiresAt, session_ends_at: endsAt } = value
  if (typeof access !== 'string' || typeof refresh !== 'string') return null
  if (typeof expiresAt !== 'number' || typeof endsAt !== 'number') return null
  return { access, refresh, expiresAt, endsAt }
}
