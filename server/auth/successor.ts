import { toBase64Url, utf8Bytes } from './base64url.ts'
import type { Handles } from './token-pair.ts'

const PURPOSE = utf8Bytes('marquee refresh successor v1')
const HANDLE_BYTES = 32

/**
 * The handles that a refresh token is replaced by, derived from itself and a random salt (HKDF, RFC 5869): whoever
 * presents it once more in time is given the same ones, though the server keeps no handle, and the token alone tells
 * nothing about them.
 */
export async function successorOf(refresh: string, salt: string): Promise<Handles> {
  const key = await crypto.subtle.importKey('raw', utf8Bytes(refresh), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: utf8Bytes(salt), info: PURPOSE }
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HANDLE_BYTES * 2 * 8))
  return {
    access: toBase64Url(bytes.subarray(0, HANDLE_BYTES)),
    refresh: toBase64Url(bytes.subarray(HANDLE_BYTES)),
  }
}
