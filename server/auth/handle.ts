import { randomText } from './base64url.ts'

const HANDLE = /^[A-Za-z0-9_-]{43}$/

/** A new opaque token: 256 random bits as base64url. */
export function newHandle(): string {
  return randomText(32)
}

export function isHandle(text: string): boolean {
  return HANDLE.test(text)
}

/** What the database keeps of a handle: SHA-256, hex. A reader of the table cannot sign in with it. */
export async function handleHash(handle: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(handle)))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
