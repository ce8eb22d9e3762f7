import type { Database } from '../db/database.ts'
import { fromBase64Url, randomText } from './base64url.ts'
import type { AuthMemory } from './memory.ts'

const SETTING = 'session_key'

/**
 * The key of session cookies (AES-256-GCM), kept in the database and generated on first use [G3]. Instances that start
 * together agree: whoever writes first decides, and everyone reads back what was written.
 */
export async function sessionKey(database: Database, memory: AuthMemory): Promise<CryptoKey> {
  if (memory.sessionKey !== null) return memory.sessionKey
  const text = (await stored(database)) ?? (await generated(database))
  const bytes = text === null ? null : fromBase64Url(text)
  if (bytes?.length !== 32) throw new Error(`the setting ${SETTING} does not hold a 256-bit key`)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  memory.sessionKey = key
  return key
}

async function generated(database: Database): Promise<string | null> {
  await database.kysely
    .insertInto('settings')
    .values({ key: SETTING, value: randomText(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return stored(database)
}

async function stored(database: Database): Promise<string | null> {
  const rows = await database.read({ text: 'select value from settings where key = $1', values: [SETTING] })
  return rows[0]?.[0] ?? null
}
