const MOST = 50
const LONGEST = 2000
/** Hosts that only the machine of the browser itself can be (RFC 8252, section 7.3). */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/
/** Schemes that a browser gives a meaning of its own. */
const NEVER = /^(?:javascript|data|vbscript|file|blob|about|view-source|mailto|tel|ws|wss|ftp):$/

/** The addresses a client registered, one on each line. */
export function redirectUris(text: string | null): readonly string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** What is wrong with the addresses of a client, as what was expected; null: nothing. */
export function redirectUrisFault(text: string): string | null {
  const all = redirectUris(text)
  if (all.length > MOST) return `at most ${MOST} addresses`
  for (const [index, uri] of all.entries()) {
    const fault = redirectUriFault(uri)
    if (fault !== null) return `${fault} (line ${index + 1})`
  }
  return null
}

/**
 * A redirection endpoint is an absolute URI without a fragment (RFC 6749, section 3.1.2), by https unless it stays on
 * the browser's machine; an application's own scheme has a dot, as reversed domain names do (RFC 8252, section 7.1).
 */
function redirectUriFault(uri: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.length > LONGEST || !URL.canParse(uri)) return 'an absolute URI'
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'an address without a fragment'
  if (username !== '' || password !== '') return 'an address without a user name'
  if (protocol === 'https:') return null
  if (protocol === 'http:') return LOOPBACK.test(hostname) ? null : 'https, or http on this machine (127.0.0.1)'
  return protocol.includes('.') && !NEVER.test(protocol) ? null : 'https, or a scheme such as com.example.app'
}
