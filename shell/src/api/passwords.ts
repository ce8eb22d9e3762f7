import { request } from './client.ts'

const AUTH = '/api/v2/auth'

/** Has a link mailed to the user of a name or e-mail address, if there is one. */
export async function askForLink(username: string): Promise<void> {
  await request(`${AUTH}/forgot-password`, { method: 'POST', body: { username }, anonymous: true })
}

/** Whether a mailed link can still be used. */
export async function isGoodLink(token: string, signal: AbortSignal): Promise<boolean> {
  if (token === '') return false
  const path = `${AUTH}/reset-password/validate`
  const { valid } = await request<{ readonly valid: boolean }>(path, {
    method: 'POST',
    body: { token },
    anonymous: true,
    signal,
  })
  return valid
}

export function resetPassword(token: string, newPassword: string): Promise<void> {
  return request(`${AUTH}/reset-password`, { method: 'POST', body: { token, newPassword }, anonymous: true })
}

/** Changes the signed-in user's own; every other session ends. Who has a second factor is asked for a code (401). */
export function updatePassword(currentPassword: string, newPassword: string, otp: string | null): Promise<void> {
  const body = { currentPassword, newPassword, ...(otp === null ? {} : { otp }) }
  return request(`${AUTH}/update-password`, { method: 'POST', body, anonymous: true })
}
