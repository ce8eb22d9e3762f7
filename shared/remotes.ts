import { isNameable } from './origins.ts'

/** Customers' bundles of components, as the server names them to the shell [R5]. */

/** One bundle of `GET /api/v2/remotes`; the answer holds them in the order in which they are searched. */
export interface RemoteBundle {
  readonly name: string
  /** URL of its script (`remoteEntry.js`), or of its manifest (a name that ends in `.json`). */
  readonly entry: string
  /** What the script must hash to, as in a script's attribute of that name (W3C Subresource Integrity). */
  readonly integrity?: string
}

/** Bundles that are in use at a time (specification, "What the service does"). */
export const MAX_REMOTES = 3

export interface RemoteFault {
  readonly member: 'name' | 'entry' | 'integrity'
  readonly expected: string
}

/** What a bundle may be called. */
export const REMOTE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/
const HASH = '(?:sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)'
/** One hash or several, as in a script's attribute `integrity`. */
export const REMOTE_INTEGRITY = new RegExp(`^${HASH}(?: ${HASH})*$`)

/** What is wrong with a bundle as somebody wrote it down; null: nothing. */
export function remoteFault({ name, entry, integrity }: RemoteBundle): RemoteFault | null {
  if (!REMOTE_NAME.test(name)) {
    return { member: 'name', expected: 'a letter and up to 62 further letters, digits, dashes and underscores' }
  }
  const url = URL.canParse(entry) && !/[\s;,'"\\*]/.test(entry) ? new URL(entry) : null
  // the origin goes into a policy as the address is understood, not as it was written
  if (url === null || !isNameable(url.origin) || url.username !== '' || url.password !== '') {
    return { member: 'entry', expected: 'an address that begins with https:// or http://, without a user' }
  }
  if (url.hash !== '') return { member: 'entry', expected: 'an address without a fragment' }
  if (integrity === undefined) return null
  if (!REMOTE_INTEGRITY.test(integrity)) {
    return { member: 'integrity', expected: 'sha256-, sha384- or sha512- and the hash in base64' }
  }
  // a hash of the manifest would say nothing of the scripts that it names
  return isManifest(entry) ? { member: 'integrity', expected: 'none where the entry is a manifest' } : null
}

export function isManifest(entry: string): boolean {
  return new URL(entry).pathname.endsWith('.json')
}
