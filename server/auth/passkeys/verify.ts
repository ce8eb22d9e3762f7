import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { type Assertion, type ClientData, MAX_ID, type Registration } from './answer.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE algorithms of keys that are taken (RFC 9053): EdDSA, ES256, RS256, as WebAuthn recommends. */
export const ALGORITHMS = [-8, -7, -257]

type NewCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>
type Used = VerifiedAuthenticationResponse['authenticationInfo']

/** Half a second's work to load, and needed by those who use passkeys only. */
const library = () => import('@simplewebauthn/server')

/** Why an answer was made for somebody else than this service, in words; null when it was made for it. */
export function misdirected({ origin, crossOrigin }: ClientData, party: RelyingParty): string | null {
  if (origin !== party.origin)
    return `It was made for ${JSON.stringify(origin.slice(0, 200))}, not for ${party.origin}.`
  return crossOrigin ? 'It was made in a frame of another site.' : null
}

/** The credential of a registration whose person was verified (WebAuthn, section 7.1); null when anything is amiss. */
export async function verifiedRegistration(
  { response, clientData: { challenge } }: Registration,
  { id, origin }: RelyingParty,
): Promise<NewCredential | null> {
  try {
    const verified = await (await library()).verifyRegistrationResponse({
      response: { ...response, response: { ...response.response, attestationObject: await unattested(response) } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    // the id that counts is the one in what the authenticator wrote
    return verified.verified && verified.registrationInfo.credential.id.length <= MAX_ID
      ? verified.registrationInfo
      : null
  } catch {
    // the library throws for whatever cannot be read or is not as it should be
    return null
  }
}

/**
 * What an assertion by a known key says (WebAuthn, section 7.2); null when anything is amiss. The counter is for whoever
 * stores it to compare, as that has to be one step with storing it.
 */
export async function verifiedAssertion(
  { response, clientData: { challenge } }: Assertion,
  { id, origin }: RelyingParty,
  publicKey: Uint8Array<ArrayBuffer>,
  { verifiesUser }: { readonly verifiesUser: boolean },
): Promise<Used | null> {
  try {
    const verified = await (await library()).verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: response.id, publicKey, counter: 0 },
      requireUserVerification: verifiesUser,
    })
    return verified.verified ? verified.authenticationInfo : null
  } catch {
    return null
  }
}

/**
 * The attestation object without its statement. None was asked for, and checking one means to fetch revocation lists from
 * addresses that stand in it.
 */
async function unattested({ response: { attestationObject } }: Registration['response']): Promise<string> {
  const { isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const decoded = isoCBOR.decodeFirst<Map<string, Uint8Array<ArrayBuffer>>>(isoBase64URL.toBuffer(attestationObject))
  const authData = decoded.get('authData')
  if (!(authData instanceof Uint8Array)) throw new TypeError('no authenticator data')
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}
