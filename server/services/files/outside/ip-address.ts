/** An address as a number, and of how many bits. */
export interface IpAddress {
  readonly bits: 32 | 128
  readonly value: bigint
}

/** A block of addresses: those whose first `length` bits are those of `address`. */
export interface Network {
  readonly address: IpAddress
  readonly length: number
}

/** Reads an address in its usual spelling, IPv6 without brackets; null for what is none, a host name say. */
export function parseIp(text: string): IpAddress | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text)
}

/** Reads `<address>/<length>`; null for what is none. */
export function parseNetwork(text: string): Network | null {
  const [head = '', tail, ...more] = text.split('/')
  const address = parseIp(head)
  if (address === null || tail === undefined || more.length > 0 || !/^\d{1,3}$/.test(tail)) return null
  const length = Number(tail)
  return length > address.bits ? null : { address, length }
}

export function within({ bits, value }: IpAddress, { address, length }: Network): boolean {
  if (bits !== address.bits) return false
  const rest = BigInt(bits - length)
  return value >> rest === address.value >> rest
}

export const ipv4 = (value: bigint): IpAddress => ({ bits: 32, value: value & 0xffff_ffffn })

function parseIpv4(text: string): IpAddress | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return { bits: 32, value: parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) }
}

/** RFC 4291, section 2.2: groups, one `::` at most, and the last 32 bits as IPv4 if need be. */
function parseIpv6(text: string): IpAddress | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [first = [], last] = halves.map(groupsOf)
  if (first === null || last === null) return null
  const count = first.length + (last?.length ?? 0)
  if (last === undefined ? count !== 8 : count > 7) return null
  const groups = [...first, ...Array<bigint>(8 - count).fill(0n), ...(last ?? [])]
  return { bits: 128, value: groups.reduce((value, group) => (value << 16n) | group, 0n) }
}

function groupsOf(text: string, half: number, halves: readonly string[]): readonly bigint[] | null {
  if (text === '') return []
  const parts = text.split(':')
  const groups: bigint[] = []
  for (const [index, part] of parts.entries()) {
    const isEnd = half === halves.length - 1 && index === parts.length - 1
    const embedded = isEnd && part.includes('.') ? parseIpv4(part) : null
    if (embedded !== null) groups.push(embedded.value >> 16n, embedded.value & 0xffffn)
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`))
    else return null
  }
  return groups
}
