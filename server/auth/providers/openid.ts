import type { OAuth2Tokens } from 'arctic'
import type { ProviderConfig } from '../../config-providers.ts'
import { verifiedClaims } from './id-token.ts'
import { type Members, membersOf, textIn } from './members.ts'
import { discovery, type Metadata } from './metadata.ts'
import { type Means, type Profile, ProviderFault, type ProviderKind } from './provider.ts'

/** Where an issuer differs from what OpenID Connect says. */
export interface Peculiar {
  /** What its configuration calls it; its address unless it serves many. */
  readonly named?: (issuer: string) => string
  /** Who may have signed the claims. */
  readonly issuerOf?: (issuer: string, claims: Members) => string | null
  readonly isVerified?: (claims: Members, email: string) => boolean
}

/** A kind of provider that follows OpenID Connect. */
export function openIdKind(peculiar: Peculiar = {}): ProviderKind {
  const { named = (issuer) => issuer, issuerOf = (issuer) => issuer, isVerified = saysVerified } = peculiar

  return (config: ProviderConfig, means: Means) => {
    const found = discovery(config.issuer, named(config.issuer), means)

    async function claimsOf(tokens: OAuth2Tokens, nonce: string): Promise<Members> {
      const idToken = textIn(tokens.data as Members, 'id_token', 65_536)
      if (idToken === null) throw new ProviderFault('failed', 'it gave no ID token')
      const { clientId } = config
      const expected = { issuerOf: (claims: Members) => issuerOf(config.issuer, claims), clientId, nonce }
      return verifiedClaims(idToken, found.keys, { ...expected, now: means.now() })
    }

    return {
      scopes: config.scopes ?? ['openid', 'email', 'profile'],
      endpoints: async () => {
        const metadata = await found.metadata()
        const isOne = metadata.issuer === config.issuer
        return isOne ? metadata : { ...metadata, issuer: null }
      },
      profile: async (tokens, nonce): Promise<Profile> => {
        const claims = await claimsOf(tokens, nonce)
        const [issuer, subject] = [textIn(claims, 'iss', 2000), textIn(claims, 'sub', 255)]
        if (issuer === null || subject === null) throw new ProviderFault('failed', 'the ID token names nobody')
        const told = await more(means, await found.metadata(), tokens, claims)
        const email = textIn(told, 'email')
        return {
          issuer,
          subject,
          email: email !== null && isVerified(told, email) ? email : null,
          name: textIn(told, 'name', 200),
        }
      },
    }
  }
}

/** Many tell the e-mail address only to who asks once more (OpenID Connect Core 1.0, section 5.3). */
async function more({ ask }: Means, { userinfo }: Metadata, tokens: OAuth2Tokens, claims: Members): Promise<Members> {
  const access = textIn(tokens.data as Members, 'access_token', 65_536)
  if (claims.email !== undefined || userinfo === null || access === null) return claims
  const told = membersOf(await ask(userinfo, { headers: { authorization: `Bearer ${access}` } }), 'its user info')
  if (told.sub !== claims.sub) throw new ProviderFault('failed', 'its user info is about somebody else')
  return told
}

/** Some write truth as a text. */
function saysVerified({ email_verified: verified }: Members): boolean {
  return verified === true || verified === 'true'
}

export const openId = openIdKind()
