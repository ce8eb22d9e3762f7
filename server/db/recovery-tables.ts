/** Mailed links that set a new password, each good for one use. */
export interface PasswordResets {
  /** SHA-256 of what stands in the link, hex. */
  token_hash: string
  user_id: number
  /** Where it was mailed to: a link for an address that is the user's no longer is none. */
  email: string | null
  /** Unix time in seconds. */
  expires_at: number
}

/** A user's second factor. */
export interface Totp {
  user_id: number
  /** Encrypted with the key of session cookies. */
  sealed_key: string
  /** Unix time in seconds; null: it counts for nothing yet. */
  confirmed_at: number | null
  /** The period of the last code that was taken. */
  last_counter: number
}

export interface RecoveryCodes {
  user_id: number
  /** SHA-256, hex. */
  code_hash: string
}

/** Tables of forgotten passwords and of second factors. */
export interface RecoveryTables {
  marquee_password_resets: PasswordResets
  marquee_totp: Totp
  marquee_recovery_codes: RecoveryCodes
}
