import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { Passkey } from '../../../shared/account.ts'
import type { LoginResponse } from '../../../shared/session.ts'
import { request } from './client.ts'

const PASSKEYS = '/api/v2/auth/passkeys'

/** That it is the user who asks. */
export interface Proof {
  readonly currentPassword: string
  /** Of whoever has a second factor; without it the server answers 401 TOTP_REQUIRED. */
  readonly otp?: string
}

export async function loadPasskeys(signal: AbortSignal): Promise<readonly Passkey[]> {
  return (await request<{ readonly passkeys: readonly Passkey[] }>(PASSKEYS, { signal })).passkeys
}

/** What the browser makes a passkey of. */
export function newPasskeyOptions(proof: Proof): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return request(`${PASSKEYS}/register/options`, { method: 'POST', body: proof, anonymous: true })
}

export function keepPasskey(name: string, credential: RegistrationResponseJSON): Promise<Passkey> {
  return request(`${PASSKEYS}/register`, { method: 'POST', body: { name, credential } })
}

export function renamePasskey(id: number, name: string): Promise<Passkey> {
  return request(`${PASSKEYS}/${id}`, { method: 'PATCH', body: { name } })
}

export function removePasskey(id: number, proof: Proof): Promise<void> {
  return request(`${PASSKEYS}/${id}/remove`, { method: 'POST', body: proof, anonymous: true })
}

/** What the browser asks for a passkey with; after a right password, for one of that user. */
export function signInOptions(challengeToken: string | null): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const body = challengeToken === null ? {} : { challengeToken }
  return request(`${PASSKEYS}/sign-in/options`, { method: 'POST', body, anonymous: true })
}

export function sendPasskey(
  credential: AuthenticationResponseJSON,
  challengeToken: string | null,
): Promise<LoginResponse> {
  const body = challengeToken === null ? { credential } : { credential, challengeToken }
  return request(`${PASSKEYS}/sign-in`, { method: 'POST', body, anonymous: true })
}
