import { handleHash } from './handle.ts'
import { readablePassword } from './readable-password.ts'

const CODES = 10
const LENGTH = 20

/** Codes for whoever lost the authenticator app, 100 random bits each. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, readablePassword)
}

/** What the database keeps of a code, however its groups and letters were typed; null for what cannot be one. */
export async function recoveryCodeHash(code: string): Promise<string | null> {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return plain.length === LENGTH ? handleHash(plain) : null
}
