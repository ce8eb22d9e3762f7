import type { DeviceRequest, OwnConsent, OwnDevice, OwnSession, SessionsAnswer } from '../../../shared/account.ts'
import { request } from './client.ts'

const AUTH = '/api/v2/auth'

/** A write with the session cookie says that it is JSON, though it has no body. */
function remove(path: string): Promise<void> {
  return request(`${AUTH}${path}`, { method: 'DELETE', headers: { 'content-type': 'application/json' } })
}

export async function loadSessions(signal: AbortSignal): Promise<readonly OwnSession[]> {
  return (await request<SessionsAnswer>(`${AUTH}/sessions`, { signal })).sessions
}

export function endSession(id: number): Promise<void> {
  return remove(`/sessions/${id}`)
}

/** Ends every session but the one that asks, or that one too. */
export function endSessions(except: 'current' | 'none'): Promise<void> {
  return remove(except === 'current' ? '/sessions?except=current' : '/sessions')
}

export async function loadConsents(signal: AbortSignal): Promise<readonly OwnConsent[]> {
  return (await request<{ consents: readonly OwnConsent[] }>(`${AUTH}/consents`, { signal })).consents
}

export function withdrawConsent(clientId: string): Promise<void> {
  return remove(`/consents/${encodeURIComponent(clientId)}`)
}

export async function loadDevices(signal: AbortSignal): Promise<readonly OwnDevice[]> {
  return (await request<{ devices: readonly OwnDevice[] }>(`${AUTH}/devices`, { signal })).devices
}

/** What the device that shows a code asks for. */
export function lookUpDevice(userCode: string, signal?: AbortSignal): Promise<DeviceRequest> {
  return request(`${AUTH}/devices/look-up`, { method: 'POST', body: { userCode }, signal })
}

export function pairDevice(userCode: string, name: string): Promise<OwnDevice> {
  return request(`${AUTH}/devices/pair`, { method: 'POST', body: { userCode, ...(name === '' ? {} : { name }) } })
}

export function denyDevice(userCode: string): Promise<void> {
  return request(`${AUTH}/devices/pair`, { method: 'POST', body: { userCode, allow: false } })
}

export function unpairDevice(id: number): Promise<void> {
  return remove(`/devices/${id}`)
}
