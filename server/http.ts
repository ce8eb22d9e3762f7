import type { Context } from 'hono'
import type { Rights } from './catalog/rights.ts'
import type { Transaction } from './db/database.ts'
import { AppError } from './errors.ts'

/** Who makes a request. */
export interface Caller {
  readonly kind: 'user' | 'service'
  /** `user:<id>` or `client:<client_id>`. */
  readonly key: string
  readonly userId: number | null
  readonly username: string | null
  readonly name: string
  readonly isAdministrator: boolean
  /** Language tag the user prefers, as it was stored. */
  readonly language: string | null
  readonly clientId: string | null
  /** The token may not be used for writes, whatever its user may do. */
  readonly readsOnly?: true
  readonly rights: Rights
}

/** Hono's environment: what earlier handlers leave for later ones. */
export interface AppEnv {
  readonly Variables: {
    requestId: string
    /** Null on public routes that nobody signed in for. */
    caller: Caller | null
    /** The response was made with `frameHeaders`: they need not be put on it again. */
    framed?: boolean
    /** In the transaction of a write, before anything of it is done; throws to refuse it. */
    guard?: ((tx: Transaction) => Promise<void>) | undefined
  }
}

/** Headers of every response [G5]. A route that is read often takes them along when it makes its own. */
export function frameHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' }
}

/** The caller of a route that is not public. */
export function requireCaller(c: Context<AppEnv>): Caller {
  const caller = c.get('caller')
  if (!caller)
    throw new AppError({ code: 'UNAUTHENTICATED', detail: 'This needs a sign-in: an access token or a session.' })
  return caller
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * The text of a body of JSON, which is UTF-8 (RFC 8259): what is not is refused, and nothing is made up in its place.
 *
 * @throws {AppError} BODY_SYNTAX.
 */
export async function bodyText(request: { readonly arrayBuffer: () => Promise<ArrayBuffer> }): Promise<string> {
  const bytes = await request.arrayBuffer()
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError({ code: 'BODY_SYNTAX', pointer: '', detail: 'the body is not UTF-8' })
  }
}
