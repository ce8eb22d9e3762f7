import type { TokenClaims } from '../token-claims.ts'

/** Seconds that a device stays paired without being used: its refresh tokens' life. */
export const DEVICE_SECONDS = 90 * 86_400

/** Whether a refresh token is a device's: then what replaces it lives as long. */
export function isOfDevice({ exp, iat }: Pick<TokenClaims, 'exp' | 'iat'>): boolean {
  return exp - iat === DEVICE_SECONDS
}
