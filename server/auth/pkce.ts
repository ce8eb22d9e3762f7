import { toBase64Url } from './base64url.ts'

/** What a challenge by S256 looks like (RFC 7636, section 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/** The S256 challenge of a verifier: its SHA-256 as base64url. */
export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/**
 * Whether a trade proves what its code was asked for with (RFC 7636, section 4.6). A verifier for a code without a
 * challenge is refused too: somebody took the challenge away on the way (RFC 9700, section 4.8.2).
 */
export async function proves(verifier: string | undefined, challenge: string | null): Promise<boolean> {
  if (verifier === undefined || challenge === null) return verifier === undefined && challenge === null
  return VERIFIER.test(verifier) && (await challengeOf(verifier)) === challenge
}
