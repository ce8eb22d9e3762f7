import type { TokenAnswer } from './token-endpoint.ts'

/** The authorization server, where it is another process. */
export interface AuthorizationServer {
  /** What an access token stands for; null when it is not good, or no access token. Rejects when nobody answers. */
  readonly introspect: (token: string) => Promise<Introspection | null>
  /**
   * Answers a token request with these form fields.
   * @throws OauthError as the token endpoint answers
   */
  readonly token: (form: Readonly<Record<string, string>>) => Promise<TokenAnswer>
}

/** What introspection says of a good access token (RFC 7662, section 2.2). */
export interface Introspection {
  /** `sub`: the user's id. */
  readonly subject: string
  readonly username: string
  readonly clientId: string | null
  /** The client's type, which our own server adds: a service is of type 3. */
  readonly clientType: number | null
  readonly scope: string
  /** `exp` in Unix seconds; null: not told. */
  readonly expiresAt: number | null
}
