import { checkHost, type HostPolicy, OutsideFault } from './outside-host.ts'
import type { OutsideNetwork } from './outside-network.ts'

export interface FetchLimits {
  /** Until the head of an answer is there, in milliseconds. */
  readonly answerMs: number
}

export const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** One exchange with a host that may be reached [F3]. @throws {OutsideFault} */
export async function exchange(
  request: Request,
  network: OutsideNetwork,
  policy: HostPolicy,
  { answerMs }: FetchLimits,
): Promise<Response> {
  const url = new URL(request.url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutsideFault('expected an address that begins with http:// or https://')
  }
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const { host, address } = await checkHost(url.hostname, port, policy)
  const late = AbortSignal.timeout(answerMs)
  const answered = new AbortController()
  // once the answer is there only its reader says how long it may take
  const onLate = (): void => answered.abort()
  late.addEventListener('abort', onLate, { once: true })
  try {
    const signal = AbortSignal.any([answered.signal, request.signal])
    return await network.exchange(new Request(request, { signal, redirect: 'manual' }), address)
  } catch {
    throw new OutsideFault(
      late.aborted ? `the host ${host} did not answer in time` : `the host ${host} cannot be reached`,
    )
  } finally {
    late.removeEventListener('abort', onLate)
  }
}

/**
 * Gets what an address leads to, over redirects that are checked as the first address was. Credentials stay with the
 * origin they were given for.
 *
 * @throws {OutsideFault}
 */
export async function follow(
  address: URL,
  headers: Readonly<Record<string, string>>,
  network: OutsideNetwork,
  policy: HostPolicy,
  limits: FetchLimits,
): Promise<Response> {
  let url = address
  let sent = headers
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await exchange(new Request(url, { headers: { ...sent } }), network, policy, limits)
    const location = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || location === null) return response
    await response.body?.cancel().catch(() => undefined)
    if (!URL.canParse(location, url)) throw new OutsideFault('it leads to an address that cannot be read')
    const next = new URL(location, url)
    if (next.username + next.password !== '') throw new OutsideFault('it leads to an address with a user in it')
    if (next.origin !== url.origin) sent = without(sent, 'authorization')
    url = next
  }
  throw new OutsideFault(`expected at most ${MAX_REDIRECTS} redirects`)
}

function without(headers: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each.toLowerCase() !== name))
}
