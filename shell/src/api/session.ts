import type { CurrentUser, LoginResponse, Preferences, UserProfile } from '../../../shared/session.ts'
import { request } from './client.ts'
import type { Proof } from './passkeys.ts'

const LOGIN = '/api/v2/auth/login'

export function signIn(username: string, password: string): Promise<LoginResponse> {
  return request(LOGIN, { method: 'POST', body: { username, password }, anonymous: true })
}

export function sendCode(challengeToken: string, otp: string): Promise<LoginResponse> {
  return request(LOGIN, { method: 'POST', body: { challengeToken, otp }, anonymous: true })
}

export function signOut(): Promise<void> {
  return request('/api/v2/auth/logout', { method: 'POST', body: {}, anonymous: true })
}

export function loadCurrentUser(signal?: AbortSignal): Promise<UserProfile> {
  return request('/user/me', { signal, anonymous: true })
}

/** What the user prefers; asked for only when it did not come along. */
export async function loadPreferences(user: CurrentUser | UserProfile, signal: AbortSignal): Promise<Preferences> {
  return ('preferences' in user ? user : await loadCurrentUser(signal)).preferences
}

/** Stores preferences beside those there are. */
export function keepPreferences(preferences: Preferences): Promise<UserProfile> {
  return request('/user/current', { method: 'PATCH', body: { preferences } })
}

/** What may be changed of the user's own profile; a preference that is null is kept no longer. */
export interface ProfileChange {
  readonly name: string
  readonly email: string | null
  readonly preferences: { readonly language: string | null }
}

/** A changed e-mail address takes the proof. */
export function changeProfile(change: ProfileChange, proof?: Proof): Promise<UserProfile> {
  return request('/user/current', { method: 'PATCH', body: { ...change, ...proof } })
}
