import { createHash } from 'node:crypto'

/** 16 characters of a hash: two bodies of one record meet with a chance of 2^-96. Node's module is there on all runtimes. */
export function digest(text: string | Uint8Array): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 16)
}
