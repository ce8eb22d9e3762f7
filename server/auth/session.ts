import { fromBase64Url, toBase64Url } from './base64url.ts'

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
const IV_BYTES = 12
const PURPOSE = new TextEncoder().encode(`${SESSION_COOKIE}:${VERSION}`)

/** The cookie's value: `v1.` and base64url of a random nonce and the encrypted session. */
export async function sealSession(key: CryptoKey, session: Session): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const plain = new TextEncoder().encode(
    JSON.stringify({
      access_token: session.access,
      refresh_token: session.refresh,
      expires_at: session.expiresAt,
      session_ends_at: session.endsAt,
    }),
  )
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: PURPOSE }, key, plain),
  )
  const bytes = new Uint8Array(IV_BYTES + sealed.length)
  bytes.set(iv)
  bytes.set(sealed, IV_BYTES)
  return `${VERSION}.${toBase64Url(bytes)}`
}

/** The session in a cookie's value; null for anything that is none: old versions, other keys, damage, forgeries. */
export async function openSession(key: CryptoKey, cookie: string): Promise<Session | null> {
  if (!cookie.startsWith(`${VERSION}.`) || cookie.length > 4096) return null
  const bytes = fromBase64Url(cookie.slice(VERSION.length + 1))
  if (bytes === null || bytes.length <= IV_BYTES) return null
  const plain = await decrypted(key, bytes)
  return plain === null ? null : parse(plain)
}

async function decrypted(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const parameters = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: PURPOSE }
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, bytes.subarray(IV_BYTES)))
  } catch {
    return null
  }
}

/** Only this service can have written the text, so its shape is checked no further than a change of version needs. */
function parse(plain: string): Session | null {
  const value = JSON.parse(plain) as Record<string, unknown>
  const { access_token: access, refresh_token: refresh, expires_at: expiresAt, session_ends_at: endsAt } = value
  if (typeof access !== 'string' || typeof refresh !== 'string') return null
  if (typeof expiresAt !== 'number' || typeof endsAt !== 'number') return null
  return { access, refresh, expiresAt, endsAt }
}
