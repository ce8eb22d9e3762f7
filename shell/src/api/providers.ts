import { request } from './client.ts'

const AUTH = '/api/v2/auth'

/** An outside provider that people sign in through. */
export interface Provider {
  readonly key: string
  readonly name: string
}

/** An account at a provider that is linked to the user; times in Unix seconds. */
export interface LinkedAccount {
  readonly id: number
  /** The provider's key. */
  readonly provider: string
  /** What it is known by there, an e-mail address for one. */
  readonly label: string | null
  readonly linkedAt: number
  readonly usedAt: number | null
}

export async function loadProviders(signal: AbortSignal): Promise<readonly Provider[]> {
  const path = `${AUTH}/providers`
  return (await request<{ providers: readonly Provider[] }>(path, { signal, anonymous: true })).providers
}

export async function loadLinkedAccounts(signal: AbortSignal): Promise<readonly LinkedAccount[]> {
  return (await request<{ identities: readonly LinkedAccount[] }>(`${AUTH}/identities`, { signal })).identities
}

/** Where the browser goes to sign in at a provider, and comes back from to a page of ours. */
export function providerSignIn({ key }: Provider, next: string): string {
  return `${AUTH}/providers/${key}/start?returnTo=${encodeURIComponent(next)}`
}

/** Begins to link an account; gives where the browser is to go. */
export async function startLink({ key }: Provider, currentPassword: string, returnTo: string): Promise<string> {
  const body = { currentPassword, returnTo }
  const path = `${AUTH}/providers/${key}/link`
  return (await request<{ location: string }>(path, { method: 'POST', body })).location
}

export function unlinkAccount({ id }: LinkedAccount): Promise<void> {
  // a write with the session cookie says that it is JSON, though it has no body
  const headers = { 'content-type': 'application/json' }
  return request(`${AUTH}/identities/${id}`, { method: 'DELETE', headers })
}
