/** What of a request its signature covers. */
export interface SignedRequest {
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the body, in bytes. */
  readonly length: number
}

/**
 * The Authorization header by the account's shared key (Azure Storage, "Authorize with Shared Key").
 *
 * @param key base64; one that is not gives a signature that does not hold.
 */
export async function sharedKeyHeader(request: SignedRequest, account: string, key: string): Promise<string> {
  const bytes = Uint8Array.from(decoded(key), (character) => character.charCodeAt(0))
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const text = new TextEncoder().encode(textToSign(request, account))
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, text))
  return `SharedKey ${account}:${btoa(String.fromCharCode(...signature))}`
}

function decoded(key: string): string {
  try {
    return atob(key) || '\0'
  } catch {
    return '\0'
  }
}

function textToSign({ method, url, headers, length }: SignedRequest, account: string): string {
  const { pathname, searchParams } = new URL(url)
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`)
  const query = [...searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `\n${name}:${value}`)
  const type = headers['content-type'] ?? ''
  // encoding and language, length, MD5, type; then date, conditions and range, which are not used
  const plain = ['', '', length === 0 ? '' : length, '', type, '', '', '', '', '', '']
  return `${[method, ...plain].join('\n')}\n${own.join('')}/${account}${pathname}${query.join('')}`
}
