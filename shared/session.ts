/** Wire types of sign-in and the signed-in user [A3], [D9]. */

export interface LoginRequest {
  readonly username: string
  readonly password: string
}

export type LoginResponse =
  | { readonly status: 'authenticated'; readonly user: CurrentUser; readonly expiresAt: number }
  | { readonly status: 'totpRequired'; readonly challengeToken: string; readonly expiresIn: number }

export interface CurrentUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly isAdministrator: boolean
}
