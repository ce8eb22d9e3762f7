import type { OAuth2Tokens } from 'arctic'
import type { ProviderProblem } from '../../../shared/provider-problem.ts'
import type { ProviderConfig } from '../../config-providers.ts'
import type { Ask } from './ask.ts'

/** Somebody as a provider knows them: `issuer` and `subject` together are the same person for ever. */
export interface Profile {
  readonly issuer: string
  readonly subject: string
  /** One of which the provider made sure that it is theirs; null: none. */
  readonly email: string | null
  readonly name: string | null
}

/** Where a provider is asked. */
export interface Endpoints {
  /** What `iss` of its answers has to be (RFC 9207); null: it goes by several names. */
  readonly issuer: string | null
  /** Each of its answers says so. */
  readonly namesIssuer: boolean
  readonly authorization: string
  readonly token: string
  /** It takes the client's secret in the form only. */
  readonly secretInForm: boolean
}

/** One provider, as its kind asks it. Every failure of its answers is a `ProviderFault`. */
export interface OutsideProvider {
  readonly scopes: readonly string[]
  readonly endpoints: () => Promise<Endpoints>
  /** Whom the tokens are about; `nonce` is what the sign-in began with. */
  readonly profile: (tokens: OAuth2Tokens, nonce: string) => Promise<Profile>
}

export interface Means {
  readonly ask: Ask
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** A kind of provider: adding one is a file, a line in `kinds.ts`, and how it is configured. */
export type ProviderKind = (config: ProviderConfig, means: Means) => OutsideProvider

/** A sign-in that came to nothing; the message is for the log and holds nothing secret. */
export class ProviderFault extends Error {
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, message: string) {
    super(message)
    this.name = 'ProviderFault'
    this.problem = problem
  }
}
