import { type AllowedHosts, hostName } from './allowed-hosts.ts'
import { parseIp } from './ip-address.ts'
import { isPublicAddress } from './public-address.ts'

/** Something outside that could not be had; the message is for the caller and holds no secret. */
export class OutsideFault extends Error {
  override readonly name = 'OutsideFault'
}

/** Addresses of a name, IPv6 without brackets; none when it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>

export interface HostPolicy {
  readonly allowed: AllowedHosts
  /** Null where the runtime cannot ask; names are then judged as they are. */
  readonly resolve: Resolve | null
}

/** A host that may be reached, and at which address; null: the runtime finds it. */
export interface CheckedHost {
  readonly host: string
  readonly port: number
  readonly address: string | null
}

/** Names that mean a place in one's own network wherever they are looked up (RFC 6761, 6762, 8375, and `internal`). */
const INSIDE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|intranet|corp)$/

/**
 * Decides whether a host may be reached [F3]: it is public by name and by each of its addresses, or it is allowed. Who
 * connects must use the address that was checked, since a name may have another one a moment later.
 *
 * @throws {OutsideFault} for any other host, and for one that does not exist.
 */
export async function checkHost(text: string, port: number, { allowed, resolve }: HostPolicy): Promise<CheckedHost> {
  const host = hostName(text)
  if (host === null) throw new OutsideFault('expected the name or address of a host')
  const literal = parseIp(host)
  const isAllowed = allowed.byName(host, port)
  if (literal === null && !isAllowed && isInsideName(host)) throw refused(host)
  const addresses = literal === null ? await lookUp(host, resolve) : [host]
  if (!isAllowed) {
    for (const address of addresses ?? []) {
      const parsed = parseIp(address)
      const passes = parsed !== null && (isPublicAddress(parsed) || allowed.byAddress(parsed, port))
      if (!passes) throw refused(host)
    }
  }
  return { host, port, address: addresses?.[0] ?? null }
}

function isInsideName(host: string): boolean {
  return !host.includes('.') || INSIDE_NAME.test(host)
}

async function lookUp(host: string, resolve: Resolve | null): Promise<readonly string[] | null> {
  if (resolve === null) return null
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new OutsideFault(`the host ${host} cannot be found`)
  return addresses
}

function refused(host: string): OutsideFault {
  return new OutsideFault(`the host ${host} is not public, and the setting uploadAllowHosts does not name it`)
}
