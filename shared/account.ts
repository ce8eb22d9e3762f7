/** Wire types of the account page: sign-ins, applications and devices of a user. Times in Unix seconds. */

/** Something that is signed in as the user, until it is ended or not used for long. */
export interface OwnSession {
  readonly id: number
  /** The application that acts for the user; null: a browser in which the user is signed in. */
  readonly client: { readonly clientId: string; readonly name: string } | null
  readonly startedAt: number
  /** To within two minutes. */
  readonly lastUsedAt: number
  /** What the last request called itself; null: nothing was told. */
  readonly userAgent: string | null
  /** Where it came from, of IPv6 the network; null: not known. */
  readonly address: string | null
  /** The request that asks is one of it. */
  readonly isCurrent: boolean
}

export interface SessionsAnswer {
  readonly sessions: readonly OwnSession[]
}
