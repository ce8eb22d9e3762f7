import type { CurrentUser, LoginResponse } from '../../../shared/session.ts'
import { request } from './client.ts'

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

export function loadCurrentUser(signal?: AbortSignal): Promise<CurrentUser> {
  return request('/user/me', { signal, anonymous: true })
}
