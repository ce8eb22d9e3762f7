import type { Database } from '../db/database.ts'
import { handleHash } from './handle.ts'
import type { AuthMemory } from './memory.ts'
import { verifyPassword } from './password.ts'
import { redirectUris } from './redirect-uris.ts'
import { ALL_SCOPES } from './scopes.ts'
import { storable } from './storable.ts'

/** Client types (specification, "Authentication"); a public client runs where it can keep no secret. */
export const WEB_CLIENT = 1
export const PUBLIC_CLIENT = 2
export const SERVICE_CLIENT = 3

/** The page server's own client, by which browsers' sessions get their tokens [AUTH4]. */
export const PAGE_CLIENT = 'marquee-pages'

/** RFC 8628, section 3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export type GrantType = 'authorization_code' | 'refresh_token' | 'password' | typeof DEVICE_GRANT

const GRANTS: ReadonlyMap<number, readonly GrantType[]> = new Map([
  [WEB_CLIENT, ['authorization_code', 'refresh_token', DEVICE_GRANT]],
  [PUBLIC_CLIENT, ['authorization_code', 'refresh_token', DEVICE_GRANT]],
  [SERVICE_CLIENT, ['password', 'refresh_token']],
])

export interface OauthClient {
  readonly clientId: string
  readonly name: string
  readonly clientType: number
  /** It can keep no secret. */
  readonly isPublic: boolean
  readonly redirectUris: readonly string[]
  /** Nobody is asked for consent [AUTH5]. */
  readonly isFirstParty: boolean
  /** It may be used on devices that show a code: not unless an administrator says so (RFC 8628, section 5.4). */
  readonly pairsDevices: boolean
  /** The most that its tokens may be used for. */
  readonly scope: string
}

interface StoredClient {
  readonly client: OauthClient
  readonly secretHash: string | null
}

const CLIENT = `
select client_id, name, client_type::text, redirect_uris, is_first_party::text, array_to_string(scopes, ' '), secret_hash,
  pairs_devices::text
from oauth_clients where client_id = $1`

export function mayUse({ clientType, pairsDevices }: OauthClient, grant: GrantType): boolean {
  if (grant === DEVICE_GRANT && !pairsDevices) return false
  return GRANTS.get(clientType)?.includes(grant) ?? false
}

export async function findClient(database: Pick<Database, 'read'>, clientId: string): Promise<OauthClient | null> {
  return (await readStored(database, clientId))?.client ?? null
}

async function readStored(database: Pick<Database, 'read'>, clientId: string): Promise<StoredClient | null> {
  const [row] = storable(clientId)
    ? await database.read({ name: 'oauth_client', text: CLIENT, values: [clientId] })
    : []
  if (row === undefined) return null
  const [id, name, clientType, uris = null, isFirstParty, scopes, secretHash = null, pairs] = row
  const client = {
    clientId: id ?? '',
    name: name ?? '',
    clientType: Number(clientType),
    isPublic: Number(clientType) === PUBLIC_CLIENT,
    redirectUris: redirectUris(uris),
    isFirstParty: isFirstParty === 'true',
    pairsDevices: pairs === 'true',
    scope: scopes || ALL_SCOPES,
  }
  return { client, secretHash }
}

interface ClientParts {
  readonly database: Pick<Database, 'read'>
  readonly memory: Pick<AuthMemory, 'clientSecrets'>
}

/**
 * The client that this is, when that takes no guessable secret to be compared: a public one by its id, one with a secret
 * by that which was right before. It is remembered as a digest, with the hash it was right for, since services ask often
 * and the hash is slow by design.
 */
export async function recallClient(
  { database, memory }: ClientParts,
  clientId: string,
  secret: string | null,
): Promise<OauthClient | null> {
  const known = memory.clientSecrets.get(clientId)
  if (secret !== null && known?.digest !== digestOf(clientId, secret)) return null
  const stored = await readStored(database, clientId)
  if (secret === null) return stored?.client.isPublic === true ? stored.client : null
  return stored !== null && !stored.client.isPublic && stored.secretHash === known?.hash ? stored.client : null
}

/** The client whose id and secret these are; null after the same work for a wrong secret as for an unknown client. */
export async function verifyClient(
  { database, memory }: ClientParts,
  clientId: string,
  secret: string,
): Promise<OauthClient | null> {
  const stored = await readStored(database, clientId)
  const hash = stored === null || stored.client.isPublic ? null : stored.secretHash
  if (!(await verifyPassword(secret, hash)) || stored === null || hash === null) return null
  memory.clientSecrets.set(clientId, { digest: digestOf(clientId, secret), hash })
  return stored.client
}

function digestOf(clientId: string, secret: string): string {
  return handleHash(`${clientId}\n${secret}`)
}
