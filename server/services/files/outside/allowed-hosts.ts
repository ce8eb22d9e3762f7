import { type IpAddress, type Network, parseIp, parseNetwork, within } from './ip-address.ts'

/** Hosts that may be reached although they are not public. */
export interface AllowedHosts {
  /** `host` as a URL has it, IPv6 without brackets. */
  readonly byName: (host: string, port: number) => boolean
  readonly byAddress: (address: IpAddress, port: number) => boolean
}

interface Entry {
  readonly host: string
  /** Null: any. */
  readonly port: number | null
  readonly network: Network | null
}

/**
 * Reads `UPLOAD_ALLOW_HOSTS`: names, addresses and networks, separated by commas; a name or an address may have a port:
 * `storage.local, 10.0.0.7:8080, [fd00::7]:8080, 192.168.0.0/16`.
 *
 * @returns null when an entry is none of these.
 */
export function parseAllowedHosts(text: string): AllowedHosts | null {
  const texts = text.split(',').map((part) => part.trim())
  const entries = texts.filter((part) => part !== '').map(entryOf)
  if (!entries.every((entry) => entry !== null)) return null
  const onPort = (entry: Entry, port: number): boolean => entry.port === null || entry.port === port
  return {
    byName: (host, port) => entries.some((entry) => entry.host === host && onPort(entry, port)),
    byAddress: (address, port) =>
      entries.some(
        ({ network, ...entry }) => network !== null && within(address, network) && onPort({ network, ...entry }, port),
      ),
  }
}

function entryOf(text: string): Entry | null {
  if (text.includes('/')) {
    const network = parseNetwork(text)
    return network === null ? null : { host: text, port: null, network }
  }
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(parseIp(text)?.bits === 128 ? `[${text}]` : text) ?? []
  const name = hostName(host)
  if (name === null || (port !== undefined && (Number(port) === 0 || Number(port) > 65_535))) return null
  const address = parseIp(name)
  const network = address === null ? null : { address, length: address.bits }
  return { host: name, port: port === undefined ? null : Number(port), network }
}

/**
 * The one spelling of a host: in lower case and ASCII, without the dot at its end; an address in its usual form, however it
 * was written (`0x7f.1`, `2130706433`), IPv6 without brackets. Null for what is no host.
 */
export function hostName(text: string): string | null {
  const host = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text
  if (!/^(?:\[[\da-f:.]+\]|[^\s/\\?#@:[\]]+)$/iu.test(host) || !URL.canParse(`http://${host}`)) return null
  const { hostname } = new URL(`http://${host}`)
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return name === '' ? null : name
}
