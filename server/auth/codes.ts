import type { Database } from '../db/database.ts'
import type { AuthCore } from './auth.ts'
import { randomText } from './base64url.ts'
import { handleHash, isHandle, newHandle } from './handle.ts'
import { holdUser } from './hold-user.ts'
import { proves } from './pkce.ts'
import type { TokenPair } from './token-pair.ts'

/** Seconds a code can be traded in. */
const CODE_SECONDS = 60
/** Seconds it is kept, so that a second use is noticed: no longer than what it gave rise to can matter. */
const KEPT_SECONDS = 86_400

export interface CodeOwner {
  readonly clientId: string
  readonly userId: number
  readonly redirectUri: string
  /** The request named the redirect URI, and so must the trade (RFC 6749, section 4.1.3). */
  readonly redirectGiven: boolean
  /** S256; null without PKCE. */
  readonly challenge: string | null
  readonly scope: string
  readonly issuer: string
}

/** A new authorization code (RFC 6749, section 4.1.2), of which the database keeps the hash. */
export async function issueCode(
  { database, now }: Pick<AuthCore, 'database' | 'now'>,
  owner: CodeOwner,
): Promise<string> {
  const at = Math.floor(now() / 1000)
  const code = newHandle()
  await database.kysely
    .insertInto('marquee_oauth_codes')
    .values({
      code_hash: handleHash(code),
      client_id: owner.clientId,
      user_id: owner.userId,
      redirect_uri: owner.redirectUri,
      redirect_given: owner.redirectGiven,
      challenge: owner.challenge,
      scope: owner.scope,
      issuer: owner.issuer,
      family: randomText(16),
      expires_at: at + CODE_SECONDS,
      used_at: null,
    })
    .execute()
  await database.kysely
    .deleteFrom('marquee_oauth_codes')
    .where('expires_at', '<', at - KEPT_SECONDS)
    .execute()
  return code
}

export interface Trade {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string | undefined
  readonly verifier: string | undefined
}

/**
 * Tokens for a code, once; null when it is not good for this client, redirect URI and verifier. A second use revokes
 * what the first gave rise to, since the code went through somebody else's hands [A1.g].
 */
export async function tradeCode(auth: AuthCore, trade: Trade): Promise<TokenPair | null> {
  if (!isHandle(trade.code)) return null
  const hash = handleHash(trade.code)
  const code = await readCode(auth.database, hash)
  if (code === null || code.clientId !== trade.clientId) return null
  if (code.isUsed) return replayed(auth, code)
  const at = Math.floor(auth.now() / 1000)
  const sameRedirect = trade.redirectUri === undefined ? !code.redirectGiven : trade.redirectUri === code.redirectUri
  if (code.expiresAt <= at || !sameRedirect) return null
  if (!(await proves(trade.verifier, code.challenge))) return null
  const { userId, clientId, scope, issuer, family } = code
  const prepared = await auth.tokens.prepare({ userId, clientId, scope, issuer, family })
  const outcome = await auth.database.transaction(async ({ kysely }) => {
    if (!(await holdUser(kysely, userId))) return 'refused'
    const used = await kysely
      .updateTable('marquee_oauth_codes')
      .set({ used_at: at })
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) return 'replayed'
    await auth.tokens.store(kysely, prepared)
    return 'traded'
  })
  if (outcome === 'refused') return null
  return outcome === 'traded' ? prepared.pair : replayed(auth, code)
}

async function replayed(auth: AuthCore, { clientId, userId, family }: StoredCode): Promise<null> {
  await auth.tokens.revokeFamily(family)
  auth.log?.warn('authorization code replayed, what it gave rise to revoked', { userId, clientId, family })
  return null
}

interface StoredCode extends CodeOwner {
  readonly family: string
  readonly expiresAt: number
  readonly isUsed: boolean
}

const READ = `
select c.client_id, c.user_id::text, c.redirect_uri, c.redirect_given::text, c.challenge, c.scope, c.issuer, c.family,
  c.expires_at::text, (c.used_at is not null)::text
from marquee_oauth_codes c where c.code_hash = $1`

async function readCode(database: Pick<Database, 'read'>, hash: string): Promise<StoredCode | null> {
  const [row] = await database.read({ name: 'oauth_code', text: READ, values: [hash] })
  if (row === undefined) return null
  const [clientId, userId, redirectUri, redirectGiven, challenge = null, scope, issuer, family, expiresAt, used] =
    row.map((value) => value ?? undefined)
  return {
    clientId: clientId ?? '',
    userId: Number(userId),
    redirectUri: redirectUri ?? '',
    redirectGiven: redirectGiven === 'true',
    challenge,
    scope: scope ?? '',
    issuer: issuer ?? '',
    family: family ?? '',
    expiresAt: Number(expiresAt),
    isUsed: used === 'true',
  }
}
