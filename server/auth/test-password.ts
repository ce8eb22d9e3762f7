import { randomBytes, scryptSync } from 'node:crypto'
import { toBase64Url } from './base64url.ts'

const COST = { N: 1024, r: 8, p: 1 }

/** A stored hash as `hashPassword` makes it, of a cost that is soon verified: the parameters stand beside the hash. */
export function quickHash(password: string): string {
  const salt = randomBytes(16)
  const hash = scryptSync(password.normalize('NFKC'), salt, 32, COST)
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${toBase64Url(salt)}$${toBase64Url(hash)}`
}
