import type { OwnSession, SessionsAnswer, UserSignIn } from '../../../shared/account.ts'
import { request } from './client.ts'
import type { Proof } from './passkeys.ts'

const of = (userId: number) => `/api/v2/auth/users/${userId}`
/** A write with the session cookie says that it is JSON, though it has no body. */
const REMOVE = { method: 'DELETE', headers: { 'content-type': 'application/json' } } as const

export function loadUserSignIn(userId: number, signal: AbortSignal): Promise<UserSignIn> {
  return request(`${of(userId)}/sign-in`, { signal })
}

export async function loadUserSessions(userId: number, signal: AbortSignal): Promise<readonly OwnSession[]> {
  return (await request<SessionsAnswer>(`${of(userId)}/sessions`, { signal })).sessions
}

export function endUserSession(userId: number, id: number): Promise<void> {
  return request(`${of(userId)}/sessions/${id}`, REMOVE)
}

/** Ends all sessions of the user but the one that asks, where that is one of them. */
export function endUserSessions(userId: number): Promise<void> {
  return request(`${of(userId)}/sessions?except=current`, REMOVE)
}

export function turnOffUserFactor(userId: number, proof: Proof): Promise<void> {
  return request(`${of(userId)}/totp/disable`, { method: 'POST', body: proof })
}

export function removeUserPasskeys(userId: number, proof: Proof): Promise<void> {
  return request(`${of(userId)}/passkeys/remove`, { method: 'POST', body: proof })
}
