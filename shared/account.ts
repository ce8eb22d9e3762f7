/** Wire types of the account page: sign-ins, applications and devices of a user. Times in Unix seconds. */

/** Something that is signed in as the user, until it is ended or not used for long. */
export interface OwnSession {
  readonly id: number
  /** The application that acts for the user; null: a browser in which the user is signed in. */
  readonly client: { readonly clientId: string; readonly name: string } | null
  /** The paired device that it is. */
  readonly device: { readonly id: number; readonly name: string } | null
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

/** What a device asks for whose user code was typed. */
export interface DeviceRequest {
  readonly client: { readonly clientId: string; readonly name: string; readonly isFirstParty: boolean }
  /** Separated by spaces. */
  readonly scope: string
  readonly expiresAt: number
}

/** A device that the user paired. */
export interface OwnDevice {
  readonly id: number
  readonly name: string
  readonly client: { readonly clientId: string; readonly name: string }
  readonly scope: string
  readonly pairedAt: number
  /** To within two minutes; null: it has not come for its tokens yet. */
  readonly lastUsedAt: number | null
}

/** An application that the user allowed to act in the user's name. */
export interface OwnConsent {
  readonly clientId: string
  readonly name: string
  readonly scope: string
  readonly givenAt: number
}

/** How a user signs in, as administrators are told. */
export interface UserSignIn {
  readonly secondFactor: { readonly enabled: boolean; readonly recoveryCodesLeft: number }
  /** How many there are. */
  readonly passkeys: number
  /** Of the user, or of something in the user's name; null: never. */
  readonly lastSignInAt: number | null
}

/** What the component `signIns` is sent: whose sign-ins they are. */
export interface SignInsSchema {
  readonly userId: number
  readonly name: string
  readonly username: string
}

/** A passkey as its user sees it. */
export interface Passkey {
  readonly id: number
  /** What the authenticator knows it by, in base64url. */
  readonly credentialId: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** The authenticator keeps copies elsewhere, as password managers do. */
  readonly backedUp: boolean
}
