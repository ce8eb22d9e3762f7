/** Any origin: what stays at it is of this application. */
const OWN = 'http://own.invalid'

/** Where to go after signing in: only ever a path of this application. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!next.startsWith('/') || next.includes('\\') || !URL.canParse(next, OWN)) return '/'
  // as a browser reads it, which leaves out tabs and line ends
  const { origin, pathname, search: query, hash } = new URL(next, OWN)
  const own = origin === OWN && !pathname.startsWith('//') && !pathname.startsWith('/login')
  return own ? `${pathname}${query}${hash}` : '/'
}

/** A page that the service itself shows: the browser has to load it. */
export function isServicePage(path: string): boolean {
  return /^\/(?:help|oauth)(?:[/?#]|$)/.test(path)
}

export function loginPath(location: { readonly pathname: string; readonly search: string }): string {
  const here = `${location.pathname}${location.search}`
  return here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`
}
