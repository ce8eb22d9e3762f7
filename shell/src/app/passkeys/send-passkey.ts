import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { CurrentUser } from '../../../../shared/session.ts'
import { ApiError } from '../../api/api-error.ts'
import { sendPasskey } from '../../api/passkeys.ts'
import { dropPasskey } from './device.ts'

/** Signs in by what the browser answered; a passkey that the server does not have is not offered again. */
export async function signInWith(
  credential: AuthenticationResponseJSON,
  { rpId }: PublicKeyCredentialRequestOptionsJSON,
  challengeToken: string | null,
): Promise<CurrentUser | null> {
  try {
    const answer = await sendPasskey(credential, challengeToken)
    return answer.status === 'authenticated' ? answer.user : null
  } catch (error) {
    if (isUnknown(error)) void dropPasskey(rpId, credential.id)
    throw error
  }
}

function isUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401) return false
  return error.errors.some(({ source }) => source?.pointer === '/credential/id')
}
