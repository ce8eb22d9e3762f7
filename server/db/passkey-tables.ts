import type { Generated } from 'kysely'

/** A key pair of a user, of which the service knows the public half. */
export interface Passkeys {
  id: Generated<number>
  user_id: number
  /** As the authenticator named it, base64url. */
  credential_id: string
  /** What the authenticator knows the user by: random, base64url. */
  user_handle: string
  /** COSE_Key (RFC 9052), base64url. */
  public_key: string
  /** Of the last use; 0 throughout for authenticators that do not count. */
  counter: number
  /** Ways to reach the authenticator, separated by spaces. */
  transports: string
  name: string
  /** Unix times in seconds. */
  created_at: number
  last_used_at: number | null
  /** Copied to other devices of the user. */
  is_backed_up: boolean
}

/** Challenges that were answered, until they would have run out anyway: none is taken twice. */
export interface PasskeyChallenges {
  nonce: string
  /** Unix time in seconds. */
  expires_at: number
}

export interface PasskeyTables {
  marquee_passkeys: Passkeys
  marquee_passkey_challenges: PasskeyChallenges
}
