import { generateHOTP } from '@oslojs/otp'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a base32 text without padding (RFC 4648, section 6), as an authenticator app reads a key. */
function decodeKey(text: string): Uint8Array {
  const bits = [...text].map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** The code that an authenticator app shows for a key at a time (RFC 6238), periods earlier or later. */
export function codeOf(secret: string, at = Date.now(), periods = 0): string {
  return generateHOTP(decodeKey(secret), BigInt(Math.floor(at / 30_000) + periods), 6)
}
