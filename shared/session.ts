/** Wire types of sign-in and the signed-in user [A3], [D9]. */

export type LoginResponse =
  | { readonly status: 'authenticated'; readonly user: CurrentUser; readonly expiresAt: number }
  | {
      readonly status: 'totpRequired'
      readonly challengeToken: string
      readonly expiresIn: number
      /** A passkey of the user may stand in for the code. */
      readonly passkey?: true
    }

export interface CurrentUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly isAdministrator: boolean
}

/** The signed-in user with what the user may change: profile and preferences. */
export interface UserProfile extends CurrentUser {
  readonly email: string | null
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly preferences: Preferences
}

/** What a user prefers; members that the service does not know are kept for whoever stored them. */
export interface Preferences {
  /** Keys of a page's components in the order the user wants them, by page key. */
  readonly tabs?: Readonly<Record<string, readonly string[]>>
  /** Language tag (BCP 47). */
  readonly language?: string
  readonly theme?: 'light' | 'dark' | 'system'
  readonly [member: string]: unknown
}
