import type { Database } from '../db/database.ts'
import { sessionKey } from './keys.ts'
import { openText, sealText } from './sealed-text.ts'

/** Secrets of other services that this one has to show them again, kept encrypted with the key of session cookies. */
export interface KeptSecrets {
  /** What is to be stored. */
  readonly seal: (text: string) => Promise<string>
  /** What was sealed. A text that is not sealed, of before secrets were, is given as it is; null: it cannot be opened. */
  readonly open: (stored: string) => Promise<string | null>
}

/** What a sealed text begins with, and no other does. */
export const SEALED = 'sealed.v1.'

/**
 * Reads the key at once: sealing and opening ask the database for nothing, so that a transaction may do both.
 *
 * @param purpose what is sealed for one opens for no other.
 */
export async function keptSecrets(database: Database, purpose: string): Promise<KeptSecrets> {
  const key = await sessionKey(database, { sessionKey: null })
  return {
    seal: async (text) => `${SEALED}${await sealText(key, purpose, text)}`,
    open: async (stored) => (stored.startsWith(SEALED) ? openText(key, purpose, stored.slice(SEALED.length)) : stored),
  }
}
