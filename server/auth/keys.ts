import type { Database } from '../db/database.ts'
import { fromBase64Url, randomText } from './base64url.ts'
import type { AuthMemory } from './memory.ts'
import { keptSetting } from './settings.ts'

const SETTING = 'session_key'

/** The key of session cookies (AES-256-GCM), kept in the database and generated on first use [G3]. */
export async function sessionKey(database: Database, memory: Pick<AuthMemory, 'sessionKey'>): Promise<CryptoKey> {
  if (memory.sessionKey !== null) return memory.sessionKey
  const bytes = fromBase64Url(await keptSetting(database, SETTING, () => randomText(32)))
  if (bytes?.length !== 32) throw new Error(`the setting ${SETTING} does not hold a 256-bit key`)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  memory.sessionKey = key
  return key
}
