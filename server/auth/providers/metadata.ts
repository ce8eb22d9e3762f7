import { type Ask, mayAsk } from './ask.ts'
import { isMembers, type Members, membersOf, textIn } from './members.ts'
import { type Endpoints, type Means, ProviderFault } from './provider.ts'

/** For how long what an issuer says of itself is believed, in milliseconds. */
const BELIEVED = 3_600_000
/** Keys are asked for anew for one that is unknown, yet no more often than this. */
const KEYS_ASKED_AFTER = 10_000

/** What an issuer says of itself (OpenID Connect Discovery 1.0, section 3). */
export interface Metadata extends Endpoints {
  readonly jwks: string
  readonly userinfo: string | null
}

export interface KeySet {
  readonly keys: readonly Members[]
}

export interface Discovery {
  readonly metadata: () => Promise<Metadata>
  /** The keys its ID tokens are signed with; with `unknown` those it has now, in case it has new ones. */
  readonly keys: (unknown?: boolean) => Promise<KeySet>
}

/**
 * Finds out about an issuer.
 * @param named what it calls itself, which is its address but for those that serve many
 */
export function discovery(issuer: string, named: string, { ask, now }: Means): Discovery {
  let found: { readonly metadata: Metadata; readonly until: number } | null = null
  let kept: { readonly keys: KeySet; readonly at: number } | null = null

  async function metadata(): Promise<Metadata> {
    if (found !== null && found.until > now()) return found.metadata
    const read = await readMetadata(issuer, named, ask)
    found = { metadata: read, until: now() + BELIEVED }
    return read
  }

  return {
    metadata,
    keys: async (unknown = false) => {
      const age = kept === null ? BELIEVED : now() - kept.at
      if (kept !== null && age < (unknown ? KEYS_ASKED_AFTER : BELIEVED)) return kept.keys
      const { jwks } = await metadata()
      const { keys } = membersOf(await ask(jwks), 'its key set')
      if (!Array.isArray(keys)) throw new ProviderFault('failed', 'its key set has no keys')
      kept = { keys: { keys: keys.filter(isMembers) }, at: now() }
      return kept.keys
    },
  }
}

async function readMetadata(issuer: string, named: string, ask: Ask): Promise<Metadata> {
  const answer = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const members = membersOf(answer, 'its configuration')
  // somebody else's would lead the secret astray (section 4.3)
  if (members.issuer !== named) throw new ProviderFault('failed', 'its configuration is that of another issuer')
  const address = (name: string): string => {
    const value = textIn(members, name, 2000)
    if (value !== null && mayAsk(value, issuer)) return value
    throw new ProviderFault('failed', `its configuration has no ${name} of https`)
  }
  const methods = members.token_endpoint_auth_methods_supported
  return {
    issuer: named,
    namesIssuer: members.authorization_response_iss_parameter_supported === true,
    authorization: address('authorization_endpoint'),
    token: address('token_endpoint'),
    jwks: address('jwks_uri'),
    userinfo: members.userinfo_endpoint === undefined ? null : address('userinfo_endpoint'),
    // without a word on it the secret goes in the header
    secretInForm: Array.isArray(methods) && !methods.includes('client_secret_basic'),
  }
}
