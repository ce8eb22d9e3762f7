/** What the servers hand to the app beside a request: Node's adapter its socket, Deno the connection's end. */
interface ServerBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
  readonly remoteAddr?: { readonly hostname?: string }
}

/** Finds the address a request came from, or null where it cannot be known. */
export type AddressOf = (request: Request, bindings: unknown) => string | null

/**
 * The connection's other end, or, behind a trusted proxy, what that proxy (the last to speak) saw. An IPv6 network of
 * 64 bits counts as one address, since whoever has one has all of it.
 */
export function addressFinder(trustProxy: boolean): AddressOf {
  return (request, bindings) => {
    const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    const address = forwarded || connectionAddress(bindings)
    return address === null ? null : network(address)
  }
}

function connectionAddress(bindings: unknown): string | null {
  if (typeof bindings !== 'object' || bindings === null) return null
  const { incoming, remoteAddr } = bindings as ServerBindings
  return incoming?.socket?.remoteAddress ?? remoteAddr?.hostname ?? null
}

function network(address: string): string {
  const plain = address.toLowerCase().slice(0, 64)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':')
}
