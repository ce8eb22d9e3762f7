import type { Generated } from 'kysely'

/** Accounts at outside providers, each of one user. */
export interface Identities {
  id: Generated<number>
  user_id: number
  /** The provider's key when it was last used. */
  provider: string
  /** Both together are one account for ever. */
  issuer: string
  subject: string
  /** What its owner knows it by. */
  label: string | null
  /** Unix times in seconds. */
  linked_at: number
  used_at: number | null
}

/** Sign-ins that came back from a provider, each good for one use. */
export interface ProviderReturns {
  state_hash: string
  /** Unix time in seconds. */
  expires_at: number
}

export interface IdentityTables {
  marquee_identities: Identities
  marquee_provider_returns: ProviderReturns
}
