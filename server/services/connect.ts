import { type ServiceAccount, withServiceToken } from './service-token.ts'
import { type Fetch, type Send, transport, withRetry, withTimeout } from './transport.ts'

const http: Fetch = (request) => fetch(request)

export interface Elsewhere {
  readonly url: string
  /** Where access tokens come from; null: from the service's own address. */
  readonly authUrl: string | null
  readonly account: ServiceAccount
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number
  /** Attempts after the first one, and the pause before each in milliseconds. */
  readonly retries?: number
  readonly intervalMs?: number
  /** Requests that may be sent again; every one unless told otherwise. */
  readonly repeatable?: (request: Request) => boolean
}

/**
 * The way to a service: its own app in this process, or where it runs [G1.b]. Over HTTP a request is signed in as this
 * service, bounded in time and sent again when nobody answered, once unless told otherwise: the service must take a repeat.
 */
export function connect(app: Fetch, elsewhere: Elsewhere | null): Send {
  if (elsewhere === null) return transport(app)
  const { url, authUrl, account, timeoutMs = 10_000, retries = 1, intervalMs = 500 } = elsewhere
  const { repeatable = () => true } = elsewhere
  const bounded = (base: string): Send => withTimeout(transport(http, base), timeoutMs)
  const signedIn = withServiceToken(bounded(url), bounded(authUrl ?? url), account)
  return withRetry(signedIn, { retries, interval: intervalMs, repeatable })
}

export interface Reach {
  /** How long it may take until there is an answer, in milliseconds. */
  readonly timeoutMs: number
  /** Requests whose bodies take the time they take. */
  readonly unbounded?: (request: Request) => boolean
}

/** The way to a service elsewhere for requests that say themselves whose they are. What only reads is sent once more. */
export function reach(url: string, { timeoutMs, unbounded = () => false }: Reach): Send {
  const plain = withRetry(transport(http, url), { retries: 1, interval: 500 })
  const bounded = withTimeout(plain, timeoutMs)
  return (request) => (unbounded(request) ? plain(request) : bounded(request))
}
