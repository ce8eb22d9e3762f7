import { isLoopback } from '../../config-providers.ts'
import { ProviderFault } from './provider.ts'

const SECONDS = 10
const MAX_BYTES = 1_048_576

export interface Question {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  /** Of JSON; undefined: it was none. */
  readonly body: unknown
}

/** Asks an address of a provider, within limits of time and size. @throws {ProviderFault} */
export type Ask = (address: string, question?: Question) => Promise<Reply>

/** How a provider is asked that is known by `issuer`: secrets go out, so nobody is led elsewhere. */
export function asker(issuer: string, seconds = SECONDS): Ask {
  return async (address, { method = 'GET', headers = {}, body } = {}) => {
    if (!mayAsk(address, issuer)) throw new ProviderFault('failed', 'an address of it is none of https')
    const init = {
      method,
      // a redirect could carry the secret to somebody else
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds * 1000),
      headers: { accept: 'application/json', 'user-agent': 'Marquee', ...headers },
      ...(body === undefined ? {} : { body }),
    } as const
    try {
      const response = await fetch(address, init)
      return { status: response.status, body: parsed(await bounded(response)) }
    } catch (error) {
      if (error instanceof ProviderFault) throw error
      throw new ProviderFault('unavailable', `${new URL(address).host} does not answer`)
    }
  }
}

/** Plain http is for a provider on this machine, and then for that machine only. */
export function mayAsk(address: string, issuer: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (isLoopback(url) && isLoopback(new URL(issuer)))
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for await (const piece of response.body ?? []) {
    length += piece.length
    if (length > MAX_BYTES) throw new ProviderFault('failed', `an answer of it is larger than ${MAX_BYTES} bytes`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
