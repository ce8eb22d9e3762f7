import { decodeIdToken } from 'arctic'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Members } from './members.ts'
import type { Discovery } from './metadata.ts'
import { ProviderFault } from './provider.ts'

/** Asymmetric ones: a client's secret is no key that only the issuer has. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** How far clocks may differ, and how old a token may be that was just asked for; in seconds. */
const TOLERANCE = 60
const OLDEST = 600

export interface Expected {
  /** Which issuer may have signed these claims, as yet unchecked; null: none. */
  readonly issuerOf: (claims: Members) => string | null
  readonly clientId: string
  readonly nonce: string
  /** Unix time in milliseconds. */
  readonly now: number
}

/** The claims of an ID token that its issuer gave to us, for this sign-in (OpenID Connect Core 1.0, section 3.1.3.7). */
export async function verifiedClaims(idToken: string, keys: Discovery['keys'], expected: Expected): Promise<Members> {
  const issuer = expected.issuerOf(unchecked(idToken))
  if (issuer === null) throw new ProviderFault('failed', 'the ID token is of another issuer')
  const options = {
    issuer,
    audience: expected.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['sub', 'exp'],
    clockTolerance: TOLERANCE,
    maxTokenAge: OLDEST,
    currentDate: new Date(expected.now),
  }
  const claims = await signed(async (set) => (await jwtVerify(idToken, createLocalJWKSet(set), options)).payload, keys)
  const { aud, azp, nonce } = claims
  const forUs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === expected.clientId
  if (!forUs) throw new ProviderFault('failed', 'the ID token is for another client')
  if (nonce !== expected.nonce) throw new ProviderFault('failed', 'the ID token is of another sign-in')
  return claims
}

/** Checks with the keys that are known, and once more with new ones when they lack the token's. */
async function signed(
  check: (set: JSONWebKeySet) => Promise<JWTPayload>,
  keys: Discovery['keys'],
): Promise<JWTPayload> {
  try {
    try {
      return await check((await keys()) as JSONWebKeySet)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return await check((await keys(true)) as JSONWebKeySet)
    }
  } catch (error) {
    if (error instanceof ProviderFault) throw error
    // what is wrong with it, in words of the library: of its content they say the names of claims only
    throw new ProviderFault(
      'failed',
      `the ID token is not good: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}

function unchecked(idToken: string): Members {
  try {
    return decodeIdToken(idToken) as Members
  } catch {
    throw new ProviderFault('failed', 'the ID token is none')
  }
}
