import type { AuthCore } from './auth.ts'
import { type OauthClient, recallClient, verifyClient } from './clients.ts'
import { addressLimits, clientLimit } from './rate-limit.ts'
import { OauthError, readClient, tooMany } from './token-request.ts'

export interface ClientRequest {
  /** The Authorization header. */
  readonly authorization: string | undefined
  readonly form: ReadonlyMap<string, string>
  /** Where it came from, for the limits. */
  readonly address: string | null
  /** From this process: failures of others who give the same client id do not count against it. */
  readonly isOwn?: boolean
}

/**
 * The client that makes a request to one of the endpoints of clients (RFC 6749, section 2.3).
 * @throws OauthError when it is not the one it says it is
 */
export async function authenticateClient(auth: AuthCore, request: ClientRequest): Promise<OauthClient> {
  const { authorization, form, address, isOwn = false } = request
  const credentials = readClient(authorization, form)
  if (credentials === null) throw new OauthError('invalid_client', 'the client is not authenticated')
  const { id, secret } = credentials
  const known = await recallClient(auth, id, secret)
  if (known !== null) return known
  if (secret !== null) {
    const limits = isOwn ? [] : [clientLimit(id, address), ...addressLimits(address)]
    const attempt = await auth.attempt(limits, () => verifyClient(auth, id, secret))
    if (attempt.kind === 'refused') throw tooMany(attempt.retryAfter)
    if (attempt.result !== null) return attempt.result
  }
  throw new OauthError('invalid_client', 'the client is not known or its secret is not right')
}
