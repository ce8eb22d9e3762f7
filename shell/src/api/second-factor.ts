import { request } from './client.ts'

const TOTP = '/api/v2/auth/totp'

export interface SecondFactor {
  readonly enabled: boolean
  readonly recoveryCodesLeft: number
}

/** What an authenticator app takes: as a QR code, or typed. */
export interface AppKey {
  readonly otpauthUri: string
  readonly secret: string
}

export function loadSecondFactor(signal: AbortSignal): Promise<SecondFactor> {
  return request(TOTP, { signal })
}

export function newAppKey(currentPassword: string): Promise<AppKey> {
  return request(`${TOTP}/enrol`, { method: 'POST', body: { currentPassword } })
}

/** Turns it on; gives the recovery codes, this once. */
export async function confirmAppKey(otp: string): Promise<readonly string[]> {
  const body = { otp }
  const answer = await request<{ recoveryCodes: readonly string[] }>(`${TOTP}/confirm`, { method: 'POST', body })
  return answer.recoveryCodes
}

export function turnOffSecondFactor(otp: string): Promise<void> {
  return request(`${TOTP}/disable`, { method: 'POST', body: { otp } })
}

/** Replaces the recovery codes; gives the new ones, this once. */
export async function newRecoveryCodes(currentPassword: string, otp: string): Promise<readonly string[]> {
  const options = { method: 'POST', body: { currentPassword, otp } } as const
  return (await request<{ recoveryCodes: readonly string[] }>(`${TOTP}/recovery-codes`, options)).recoveryCodes
}
