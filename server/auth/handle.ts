import { createHash } from 'node:crypto'
import { randomText } from './base64url.ts'

const HANDLE = /^[A-Za-z0-9_-]{43}$/

/** A new opaque token: 256 random bits as base64url. */
export function newHandle(): string {
  return randomText(32)
}

export function isHandle(text: string): boolean {
  return HANDLE.test(text)
}

/** What the database and memory keep of a handle: SHA-256, hex. A reader of the table cannot sign in with it. */
export function handleHash(handle: string): string {
  // every request comes by here, and Web Crypto would make it wait
  return createHash('sha256').update(handle).digest('hex')
}
