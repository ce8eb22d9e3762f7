import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { OwnUser } from '../own-password.ts'
import { CHALLENGE_SECONDS } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { KnownCredential } from './store.ts'
import { ALGORITHMS } from './verify.ts'

interface Creation {
  readonly party: RelyingParty
  readonly user: OwnUser
  readonly userHandle: string
  readonly challenge: string
  readonly known: readonly KnownCredential[]
}

/** What `navigator.credentials.create` takes as JSON: a key that tells whose it is, and that verifies the person. */
export function creationOptions(creation: Creation): PublicKeyCredentialCreationOptionsJSON {
  const { party, user, userHandle, challenge, known } = creation
  return {
    rp: { id: party.id, name: 'Marquee' },
    user: { id: userHandle, name: user.username, displayName: user.username },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { credProps: true },
  }
}

/** What `navigator.credentials.get` takes as JSON; without credentials, any that the person chooses. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  allowed: readonly KnownCredential[] | null,
): PublicKeyCredentialRequestOptionsJSON {
  return {
    rpId: party.id,
    challenge,
    timeout: CHALLENGE_SECONDS * 1000,
    allowCredentials: (allowed ?? []).map(descriptor),
    // besides a password the key itself is the second factor
    userVerification: allowed === null ? 'required' : 'preferred',
  }
}

type Descriptor = NonNullable<PublicKeyCredentialRequestOptionsJSON['allowCredentials']>[number]

function descriptor({ credentialId, transports }: KnownCredential): Descriptor {
  // a browser leaves out ways that it does not know
  return { id: credentialId, type: 'public-key', transports: transports as NonNullable<Descriptor['transports']> }
}
