import type { Context } from 'hono'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'

/** Whom passkeys are made for and used with (WebAuthn, section 4, "Relying Party"). */
export interface RelyingParty {
  /** The host's name: a passkey of another one does not fit. */
  readonly id: string
  /** The one that browsers have to be at. */
  readonly origin: string
}

/** The service as people reach it; `publicOrigin` is the configured one. */
export function relyingParty(c: Context<AppEnv>, auth: Auth, publicOrigin: string | null): RelyingParty {
  const { origin, hostname } = new URL(publicOrigin ?? auth.issuerOf(c))
  return { id: hostname, origin }
}
