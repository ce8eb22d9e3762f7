import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { fromBase64Url, toBase64Url } from './base64url.ts'

interface Scrypt {
  readonly N: number
  readonly r: number
  readonly p: number
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

/** 16 MiB a derivation: OWASP's setting that a Worker's memory bears. */
const COST = { N: 16_384, r: 8, p: 5 }
const HASH_BYTES = 32
const MAX_PASSWORD_LENGTH = 1024
const MAX_MEMORY = 64 * 1024 * 1024

/** What an account that does not exist is verified against: nothing hashes to it, and it costs as much [A2]. */
const NOBODY: Scrypt = { ...COST, salt: new Uint8Array(16), hash: new Uint8Array(HASH_BYTES) }

/** `scrypt$N$r$p$salt$hash` of a password or a client's secret, with a salt of its own [A2]. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, { ...COST, salt, hash: new Uint8Array(HASH_BYTES) })
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${toBase64Url(salt)}$${toBase64Url(hash)}`
}

/** Whether the password is the stored one; takes as long when nothing (or nothing readable) is stored [A2]. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const known = stored === null ? null : parse(stored)
  const fits = password.length <= MAX_PASSWORD_LENGTH
  const expected = known ?? NOBODY
  const actual = await derive(fits ? password : '', expected)
  return timingSafeEqual(actual, expected.hash) && known !== null && fits
}

/** Passwords are compared in Unicode's NFKC, so that a keyboard's way of composing letters does not matter. */
function derive(password: string, { N, r, p, salt, hash }: Scrypt): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hash.length, { N, r, p, maxmem: MAX_MEMORY }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

function parse(stored: string): Scrypt | null {
  const match = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (match === null) return null
  const [N, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const salt = fromBase64Url(match[4] ?? '')
  const hash = fromBase64Url(match[5] ?? '')
  if (salt === null || hash === null || salt.length < 8 || hash.length < 16 || hash.length > 64) return null
  const sane = N > 1 && (N & (N - 1)) === 0 && r > 0 && p > 0 && 128 * r * (N + p + 2) <= MAX_MEMORY
  return sane ? { N, r, p, salt, hash } : null
}
