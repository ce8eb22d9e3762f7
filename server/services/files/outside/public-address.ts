import { type IpAddress, ipv4, type Network, parseNetwork, within } from './ip-address.ts'

/** What is no public host: the special-purpose registries of IANA (RFC 6890 and those that add to it), and multicast. */
const INSIDE = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // of 2000::/3: protocol assignments with Teredo, documentation
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
].map(network)

const GLOBAL_UNICAST = network('2000::/3')

/** Ranges whose addresses stand for an IPv4 address, and how far from their end it begins, in bits. */
const EMBEDDING = [
  { network: network('::/96'), shift: 0n },
  { network: network('::ffff:0:0/96'), shift: 0n },
  { network: network('::ffff:0:0:0/96'), shift: 0n },
  { network: network('64:ff9b::/96'), shift: 0n },
  { network: network('2002::/16'), shift: 80n },
]

/** The middle of an ISATAP interface id (RFC 5214), the universal bit left out. */
const ISATAP = 0x5efen
const UNIVERSAL = 0x0200_0000n

/** Whether an address is that of a host in the public internet, whatever way it is written [F3]. */
export function isPublicAddress(address: IpAddress): boolean {
  const embedded = embeddedIpv4(address)
  if (embedded !== null) return isPublicAddress(embedded)
  if (address.bits === 128 && !within(address, GLOBAL_UNICAST)) return false
  return !INSIDE.some((range) => within(address, range))
}

function embeddedIpv4(address: IpAddress): IpAddress | null {
  if (address.bits === 32) return null
  const range = EMBEDDING.find((each) => within(address, each.network))
  if (range !== undefined) return ipv4(address.value >> range.shift)
  const identifier = (address.value >> 32n) & 0xffff_ffffn
  return (identifier & ~UNIVERSAL) === ISATAP ? ipv4(address.value) : null
}

function network(text: string): Network {
  const read = parseNetwork(text)
  if (read === null) throw new Error(`${text} is no network`)
  return read
}
