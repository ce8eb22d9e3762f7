/** Failed attempts to sign in and the like, by what is limited; times in Unix milliseconds. */
export interface Attempts {
  /** SHA-256 of what is limited, hex: no names or addresses are kept. */
  key_hash: string
  /** Failures that are allowed before one has to wait. */
  most: number
  /** After how long one failure is forgotten. */
  leak: number
  /** Each further failure doubles the wait. */
  grows: boolean
  failures: number
  at: number
  blocked_until: number
  /** Since the last attempt that was let through. */
  refusals: number
  /** Until when it counts as known: by a success. */
  known_until: number
}

export interface AttemptTables {
  marquee_attempts: Attempts
}
