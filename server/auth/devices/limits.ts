import type { Limit } from '../limits.ts'

/** Codes for devices, every one of which counts: an address may ask for a hundred, then for one every three seconds. */
const CODES = { most: 100, leak: 3_000, grows: false } as const
/** User codes that lead nowhere: they may be guesses. */
const GUESSES = { most: 10, leak: 600_000, grows: true } as const

export function deviceCodeLimits(address: string | null): readonly Limit[] {
  return address === null ? [] : [{ key: `device-codes:${address}`, ...CODES, about: { address } }]
}

export function userCodeLimit(userId: number): Limit {
  return { key: `user-code:${userId}`, ...GUESSES, about: { userId } }
}
